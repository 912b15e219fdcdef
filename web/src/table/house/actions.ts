/** The buttons of the rail, from what the view offers. */

import { cents, money, whole } from "$lib/money";
import type { Option } from "$lib/views";
import { say } from "$lib/words/words.svelte";
import type { Action } from "../shared/ActionBar.svelte";
import type { HouseSeat } from "./seat.svelte";

/** The keys of ROOM §6: play, BET or the street's bet; fold; check. */
function keyOf(option: Option): string {
  const verb = option.do.split(" ")[1];
  return verb === "fold" ? "f" : verb === "check" ? "k" : "p";
}

/** What it costs or does, in a few words. */
function note(seat: HouseSeat, place: number, option: Option): string {
  if (!option.costs) {
    const loses = (option as { loses?: string }).loses;
    if (loses) return say("act.loses", { amount: money(loses) });
    return option.do.endsWith(" check") ? say("act.check") : "";
  }
  const after = seat.waiting.find((each) => each !== place);
  if (after !== undefined) return say("act.then", { box: after });
  const ante = seat.table.boxes.get(place)?.bets.ante?.staked ?? 0;
  if (ante > 0 && cents(option.costs) === ante) return say("act.equals", { spot: seat.spotName("ante") });
  if (ante > 0 && cents(option.costs) === 2 * ante) return say("act.twice", { spot: seat.spotName("ante") });
  return say("act.costs", { amount: money(option.costs) });
}

function label(seat: HouseSeat, place: number, option: Option): string {
  const word = option.word ?? option.do.split(" ")[1] ?? "";
  const several = seat.table.own.length > 1;
  if (!option.costs) return several ? say("act.on.free", { word, box: place }) : word;
  const amount = whole(option.costs);
  return several ? say("act.on", { word, amount, box: place }) : say("act.costing", { word, amount });
}

/** The safe ones first; what costs most is the plaque. */
export function decisions(seat: HouseSeat, place: number): Action[] {
  const options = [...(seat.may.decisions.get(place) ?? [])].sort((a, b) => cents(a.costs) - cents(b.costs));
  const sent = seat.pending(place);
  const shown = options.length ? options : sent ? [sent.option] : [];
  return shown.map((option, index) => ({
    id: option.do,
    label: label(seat, place, option),
    note: note(seat, place, option),
    plaque: index === shown.length - 1 && Boolean(option.costs),
    key: keyOf(option),
    pending: sent?.option.do === option.do,
    unsure: sent?.option.do === option.do && !seat.connected,
    off: !seat.connected || sent !== null,
    run: () => seat.do(option),
  }));
}

/** What a paragraph gives the box: go on, or have the bets back. */
export function choices(seat: HouseSeat, place: number): Action[] {
  const options = seat.may.choices.get(place) ?? [];
  const sent = seat.pending(place);
  const back = money(seat.table.boxes.get(place)?.staked ?? 0);
  const sorted = [...options].sort((a, b) => Number(a.do.endsWith("continue")) - Number(b.do.endsWith("continue")));
  return sorted.map((option) => {
    const goes = option.do.endsWith("continue");
    return {
      id: option.do,
      label: goes ? say("choice.continue") : say("choice.back"),
      note: goes ? say("choice.continue.more") : back,
      plaque: goes,
      pending: sent?.option.do === option.do,
      off: !seat.connected || sent !== null,
      run: () => seat.do(option),
    };
  });
}
