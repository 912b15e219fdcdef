"""What a paragraph says, in our words, and what two versions of a document have in common."""

import croupier

book = croupier.rulebook("poker@7")
print(book["5.12"])
older = croupier.rulebook("poker@6")
same = [number for number in book if number in older and str(book[number]) == str(older[number])]
print(f"{len(same)} of {len(book)} paragraphs read alike under the same number in {older.key} and {book.key}")
