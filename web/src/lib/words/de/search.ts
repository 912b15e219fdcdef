import type { Translated } from "../catalogue";
import type english from "../en/search";

export default {
  "search.title": "Im Haus suchen",
  "search.placeholder": "Name, Tisch, Runde, Eintrag, Paragraf",
  "search.close": "Suche schließen",
  "search.results": "Ergebnisse",
  "search.persons": "Leute",
  "search.waits": "Wartet",
  "search.tables": "Tische",
  "search.rounds": "Runden",
  "search.entrys": "Einträge",
  "search.paragraphs": "Paragrafen",
  "search.round": "{table}, Runde {round}",
  "search.entry": "{table}, Eintrag {entry}",
  "search.at": "{table} ({places})",
  "search.only.1": "Tisch",
  "search.only.2": "Runde",
  "search.only.3": "Eintrag",
  "search.only.4": "Paragraf",
  "search.count": "{count, plural, =0 {Nichts gefunden.} one {# Ergebnis.} other {# Ergebnisse.}} Die Suche umfasst, was Sie sehen dürfen.",
} satisfies Translated<typeof english>;
