/** What somebody has set for this browser. Nothing secret is kept here, and nothing about a table. */

import { isLanguage, type Language } from "./words/languages";

const KEPT = "croupier.settings";

interface Kept {
  language: Language;
  /** Diamonds blue and clubs green. */
  fourColours: boolean;
  /** "system": as the machine is set. */
  motion: "system" | "reduced";
  /** Single letters act. */
  keys: boolean;
  sound: boolean;
  coach: boolean;
  /** The guide of a first round has been seen. */
  guided: boolean;
  /** Cards and chips take half their time. */
  quick: boolean;
  /** A hidden page notifies of a turn. */
  notices: boolean;
  /** Sound has been offered, and answered. */
  soundAsked: boolean;
  /** Until when lost places were told. */
  freed: string;
}

function languageOfBrowser(): Language {
  const code = navigator.language.slice(0, 2).toLowerCase();
  return isLanguage(code) ? code : "en";
}

function kept(): Kept {
  const first: Kept = {
    language: languageOfBrowser(),
    fourColours: false,
    motion: "system",
    keys: true,
    sound: false,
    coach: false,
    guided: false,
    quick: false,
    notices: false,
    soundAsked: false,
    freed: "",
  };
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    for (const [key, value] of Object.entries(found as object)) {
      if (key in first && typeof value === typeof first[key as keyof Kept]) Object.assign(first, { [key]: value });
    }
  } catch {
    // a storage that is closed or unreadable counts as an empty one
  }
  if (!isLanguage(first.language)) first.language = "en";
  return first;
}

class Settings {
  private now = $state<Kept>(kept());
  private machine = $state(false);

  constructor() {
    const wanted = matchMedia("(prefers-reduced-motion: reduce)");
    this.machine = wanted.matches;
    wanted.addEventListener("change", () => {
      this.machine = wanted.matches;
      this.show();
    });
    this.show();
  }

  get language(): Language {
    return this.now.language;
  }
  get fourColours(): boolean {
    return this.now.fourColours;
  }
  get keys(): boolean {
    return this.now.keys;
  }
  get sound(): boolean {
    return this.now.sound;
  }
  get coach(): boolean {
    return this.now.coach;
  }
  get guided(): boolean {
    return this.now.guided;
  }
  get quick(): boolean {
    return this.now.quick;
  }
  get notices(): boolean {
    return this.now.notices;
  }
  /** Nobody has said yet whether they want sound. */
  get offersSound(): boolean {
    return !this.now.sound && !this.now.soundAsked;
  }
  get freed(): string {
    return this.now.freed;
  }
  get reducedMotion(): boolean {
    return this.machine || this.now.motion === "reduced";
  }

  set(changed: Partial<Kept>): void {
    Object.assign(this.now, changed, "sound" in changed && { soundAsked: true });
    this.show();
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.now));
    } catch {
      // then it holds until the page is closed
    }
  }

  private show(): void {
    const root = document.documentElement;
    root.toggleAttribute("data-deck", this.now.fourColours);
    if (this.now.fourColours) root.dataset.deck = "four";
    root.dataset.pace = this.now.quick ? "quick" : "";
    if (this.reducedMotion) root.dataset.motion = "reduced";
    else delete root.dataset.motion;
  }
}

export const settings = new Settings();
