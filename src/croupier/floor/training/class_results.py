"""What a class knows: people by groups of paragraphs, and the paragraphs that they miss most."""

from collections import Counter
from collections.abc import Mapping, Sequence

from croupier.base.citation import Citation
from croupier.base.values import Value
from croupier.floor.journal.certificates import read_certificate
from croupier.floor.live.answers import drills as answers
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.views.names import named
from croupier.floor.training.groups import group_of, groups
from croupier.floor.training.progress import Assigned, ParagraphAnswer, Progress, waiting
from croupier.rules.rulebook.load import load

LAST = 10
"""How many of the last answers in a group count."""
WEAK_UNDER, FEW = 6, 3
"""Of ten. A group with fewer answers than `FEW` is not judged."""
MISSED = 5
"""Paragraphs in the list of those that are missed most."""


class GroupScore(Value):
    right: int
    of: int

    @property
    def weak(self) -> bool:
        return self.of >= FEW and self.right * LAST < WEAK_UNDER * self.of


def group_scores(progress: Progress, book: str) -> dict[str, GroupScore]:
    """By group: the trainee's last ten answers."""
    found = {}
    for group in groups(book):
        of_it = [each for each in progress.answers.get(book, ()) if group_of(book, each.paragraph) == group][-LAST:]
        found[group] = GroupScore(sum(each.right for each in of_it), len(of_it))
    return found


class Missed(Value):
    """A paragraph that people of the class got wrong the last time they were asked."""

    paragraph: str
    people: tuple[str, ...]
    asked: int
    """How many people were asked about it."""
    took: str
    """The paragraph whose remedy most of them took instead; empty if there is none."""
    took_by: int


def most_missed(book: str, by_person: Mapping[str, Progress]) -> list[Missed]:
    """Most people first, then in the order of the book."""
    last: dict[Citation, dict[str, ParagraphAnswer]] = {cite: {} for cites in groups(book).values() for cite in cites}
    for name, progress in by_person.items():
        for each in progress.answers.get(book, ()):
            if each.paragraph in last:
                last[Citation(each.paragraph)][name] = each
    found = []
    for cite, of_people in last.items():
        wrong = {name: each for name, each in of_people.items() if not each.right}
        if wrong:
            took = Counter(each.took for each in wrong.values() if each.took and each.took != cite)
            other, many = took.most_common(1)[0] if took else ("", 0)
            found.append(Missed(cite, tuple(wrong), len(of_people), other, many))
    return sorted(found, key=lambda each: -len(each.people))[:MISSED]


def class_told(book: str, by_person: Mapping[str, Progress]) -> answers.ClassResults:
    """The class as its trainer sees it; people stay in the order of the list, never in that of their results."""
    rules = load(book)
    scores = {name: group_scores(progress, book) for name, progress in by_person.items()}
    return answers.ClassResults(
        book=book,
        named=named(rules),
        last=LAST,
        weak_under=WEAK_UNDER,
        groups=[_group(group, cites, scores) for group, cites in groups(book).items()],
        people=[_person(name, progress, book, scores[name]) for name, progress in by_person.items()],
        missed=[
            answers.MissedByClass(
                paragraph=each.paragraph,
                summary=rules.paragraphs.get(each.paragraph, ""),
                group=group_of(book, each.paragraph),
                people=list(each.people),
                asked=each.asked,
                took=each.took,
                took_by=each.took_by,
            )
            for each in most_missed(book, by_person)
        ],
    )


def _group(
    group: str, cites: Sequence[Citation], scores: Mapping[str, Mapping[str, GroupScore]]
) -> answers.GroupOfClass:
    """The group with the average of those who were asked, in tenths of an answer of ten."""
    asked = [each[group] for each in scores.values() if each[group].of]
    told = answers.GroupOfClass(group, list(cites), average=None, weak=False)
    if asked:
        right, of = sum(each.right for each in asked), sum(each.of for each in asked)
        tenths = (right * LAST * 10 + of // 2) // of
        told.average, told.weak = f"{tenths // 10}.{tenths % 10}", GroupScore(right, of).weak
    return told


def _person(name: str, progress: Progress, book: str, scores: Mapping[str, GroupScore]) -> answers.PersonOfClass:
    done = [each for each in progress.done if each.book == book]
    return answers.PersonOfClass(
        name=name,
        groups={group: answers.GroupOfPerson(each.right, each.of, each.weak) for group, each in scores.items()},
        drills=len(done),
        last=printed_time(done[-1].at) if done else None,
        waiting=[assigned_told(each) for each in waiting(progress) if each.book == book],
        exams=progress.exams.get(book, 0),
        certificate=certificate_told(progress.certificates[book]) if book in progress.certificates else None,
    )


def certificate_told(text: str) -> answers.CertificateNamed:
    found = read_certificate(text.encode())
    return answers.CertificateNamed(found.number, found.book, found.at)


def assigned_told(each: Assigned) -> answers.AssignedTold:
    return answers.AssignedTold(
        number=each.number,
        kind=each.kind,
        book=each.book,
        named=named(load(each.book)),
        by=each.by,
        at=printed_time(each.at),
        questions=len(each.cases or each.about),
        from_house=bool(each.cases),
        due=each.due,
        drill=each.drill,
    )
