import type { Translated } from "../catalogue";
import type english from "../en/figures";

export default {
  "figures.title": "Meine Zahlen",
  "figures.game": "Spiel",
  "figures.span": "Zeit",
  "figures.span.today": "Heute",
  "figures.span.week": "Sieben Tage",
  "figures.span.all": "Alles",
  "figures.failed": "Ihre Zahlen konnten nicht geladen werden.",
  "figures.none": "Keine abgerechnete Runde",
  "figures.none.more": "Runden, die Sie spielen, zählen hier, sobald sie abgerechnet sind.",
  "figures.more": "Hier zählen Ihre neuesten {most} Runden. Ältere Runden dieses Zeitraums fehlen.",
  "figures.won": "Gewonnen, in {rounds, plural, one {einer Runde} other {# Runden}}",
  "figures.staked": "{amount} gesetzt",
  "figures.expected": "Nach den Regeln erwartet",
  "figures.expected.more": "mit der jeweils besten Entscheidung",
  "figures.luck": "Glück",
  "figures.luck.more": "{sigmas} Sigma: {rare, select, one {gewöhnlich} two {nicht ungewöhnlich} three {selten} other {sehr selten}}",
  "figures.few": "kein Band mit weniger als 30 Boxen",
  "figures.poker": "Beim Poker spielen Sie gegen andere Spieler, nicht gegen das Haus: Es gibt ein Ergebnis, aber keine Erwartung und kein Glück zu berechnen.",
  "figures.unknown": "Für die Regeln dieses Spiels gibt es hier keine exakte Erwartung. Gezeigt werden nur die Ergebnisse.",
  "figures.path": "Gewonnen und erwartet",
  "figures.path.more":
    "Gestrichelt: erwartet. Etwa 68, 95 und 99,7 von 100 solchen Serien enden innerhalb der Bänder von 1, 2 und 3 Sigma, wenn Boxen voneinander unabhängig sind.",
  "figures.path.said":
    "Nach {rounds, plural, one {einer Runde} other {# Runden}}: gewonnen {won}, erwartet {expected}; drei Sigma reichen von {low} bis {high}.",
  "figures.sigma": "{sigmas} Sigma",
  "figures.bets": "Nach Einsatz",
  "figures.bet": "Einsatz",
  "figures.rounds": "Runden",
  "figures.stake": "Gesetzt",
  "figures.result": "Gewonnen",
  "figures.expects": "Erwartet",
  "figures.meter": "Zähler",
  "figures.bet.ante": "Ante und Folgeeinsätze",
  "figures.bet.pair-plus": "Pair Plus",
  "figures.bet.bonus": "Bonus",
  "figures.bet.jackpot": "Jackpot",
  "figures.sum":
    "Gewonnen = nach den Regeln erwartet + Glück, auf den Cent, ohne Jackpot-Einsätze. Die Erwartung ist exakt für Ihre Einsätze; Glück ist der Rest, mit dem, was andere als die besten Entscheidungen kosteten. Nichts davon sagt die nächste Runde voraus.",
  "figures.sum.unknown": "Nichts davon sagt die nächste Runde voraus.",
} satisfies Translated<typeof english>;
