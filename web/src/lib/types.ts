// Made by `python -m croupier.server.typescript`; a test compares.

export type Account = {
  player: string;
  wallet: string;
  stacks: Record<string, string>;
  postings: Posted[];
};

export type Act = {
  id: string;
  do: string;
  moment?: string;
  reason?: string;
};

export type ActTold = {
  version: number;
  at: string;
  by: string;
  do: string;
  cites: string[];
};

export type Advance = {
  advance: number;
};

export type Approval = {
  id: string;
  reason?: string;
};

export type Asked = {
  left: number;
  bank: number;
  box?: number;
  seat?: number;
};

export type AskedChange = {
  change: number;
  change_of: Record<string, string>;
  now: Record<string, string | null>;
  by: string;
  at: string;
  reason: string;
  state: string;
  approved_by?: string;
  approved_at?: string;
  ended_at?: string;
  why?: string;
};

export type AtTable = {
  table: string;
  places: number[];
  stack: string;
};

export type AwardTold = {
  award: number;
  table: string;
  round: number;
  box: number;
  share: string;
  state: string;
  value: string | null;
  amount: string | null;
  at: string;
};

export type Balance = {
  account: string;
  balance: string;
};

export type Bye = {
  bye: ByeTold;
};

export type ByeTold = {
  why: string;
};

export type Change = {
  id: string;
  change: Record<string, unknown>;
  reason: string;
};

export type ChangeAsked = {
  change: number;
  again?: boolean;
};

export type ChangedUser = {
  role?: "auditor" | "dealer" | "pit-supervisor" | "player" | "shift-manager";
  disabled?: boolean;
  password?: string;
};

export type Changes = {
  items: AskedChange[];
  parameters: Record<string, string>;
  number: number;
  tables: Record<string, string>;
};

export type Chapter = {
  chapter: string;
  title: string;
};

export type CheckTold = {
  check: string;
  ok: boolean | null;
  text: string;
  entries: unknown[][];
  cites: string[];
};

export type CheckedAward = {
  award: number;
  table: string;
  round: number;
  box: number;
  share: string;
  state: string;
  value: string | null;
  amount: string | null;
  at: string;
  player?: string;
  hand?: string;
  rulebook?: string;
  verify?: boolean;
  verify_above?: string | null;
  meter_now?: string;
  checks?: CheckTold[];
  arithmetic?: StepTold[];
};

export type Checkpoints = {
  items: (Record<string, unknown>)[];
  before: number | null;
};

export type Chips = {
  id: string;
  amount: string;
  reason: string;
};

export type ClockTold = {
  stopped: boolean;
  asked: Asked[];
};

export type Closing = {
  id: string;
  reason?: string;
};

export type CoachOption = {
  do: string;
  word: string;
  value: string;
  best: boolean;
};

export type CoachPot = {
  amount: string;
  others: number;
  share: string;
};

export type CoachPrice = {
  call: string;
  wins: string;
  from: string;
};

export type CoachSays = {
  coach: CoachTold;
};

export type CoachTold = {
  place: number;
  moment: string;
  exact: boolean;
  options?: CoachOption[];
  price?: CoachPrice | null;
  pots?: CoachPot[];
};

export type Deal = {
  round: number;
  roots: string[];
};

export type DecidedTold = {
  do: string;
  by: string;
  rank: string;
  reason: string;
  at: string;
  ruling: string | null;
};

export type Decision = {
  id: string;
  do: string;
  reason: string;
};

export type Document = {
  openapi: string;
  info: Record<string, unknown>;
  paths: Record<string, unknown>;
  components: Record<string, unknown>;
};

export type Done = {
  done: DoneTold;
};

export type DoneTold = {
  id: string;
  table?: string;
  do?: string;
  version?: number;
  cites?: string[];
  excess?: string;
  ruling?: string;
  again?: boolean;
};

export type Drill = {
  drill: DrillTold;
  again?: boolean;
};

export type DrillAgain = {
  book: string;
  paragraph: string;
  summary: string;
  wrong: number;
  asked: number;
};

export type DrillAnswer = {
  id: string;
  question: number;
  paragraph?: string;
  follows?: string;
  decides?: string;
  spots?: Record<string, SpotEntry>;
  do?: "on" | "report";
  kind?: string;
  place?: number;
};

export type DrillAsks = {
  paragraph: ParagraphOption[];
  follows?: FollowsOption[];
  decides?: string[];
};

export type DrillBook = {
  book: string;
  named: string;
  game: string;
  kinds: Record<string, DrillKind>;
};

export type DrillDecided = {
  text: string;
  place: number | null;
};

export type DrillDone = {
  drill: number;
  right: number;
  of: number;
  seconds: number;
  passed: boolean;
  alarms: number;
};

export type DrillJackpot = {
  meter: string;
  reset: string;
  across: boolean;
};

export type DrillKind = {
  tried: number;
  last: DrillDone | null;
  passed: boolean;
  known?: number;
  of?: number;
};

export type DrillMark = {
  right: boolean;
  given: string;
  is: string[];
};

export type DrillMissed = {
  text: string;
  place: number | null;
  as_if: string;
};

export type DrillMonth = {
  drills: number;
  ruled: number[];
  paid: number[];
  found: number[];
};

export type DrillNoted = {
  round: number;
  text: string;
  kind: string;
  ruling: string;
  cites: string[];
};

export type DrillOtherwise = {
  if: string;
  text: string;
  cites: string[];
};

export type DrillQuestion = {
  kind: string;
  table?: DrillTable | null;
  told?: DrillStory | null;
  asks?: DrillAsks | null;
  rulebook?: string;
  says?: string;
  spots?: SpotAsked[];
  seconds?: number;
  jackpot?: DrillJackpot | null;
  round?: number;
  rounds?: number;
  moment?: string;
  voice?: string[];
  found?: number;
  false?: number;
  so_far?: DrillNoted[];
  kinds?: ReportKind[];
  places?: number[];
};

export type DrillReport = {
  found: boolean;
  text: string;
  ruling: string;
  cites: string[];
};

export type DrillResult = {
  right: number;
  of: number;
  passed: boolean;
  pass: number;
  seconds: number;
  last: DrillDone[];
  by_question?: Record<string, number[]>;
  questions?: QuestionMarked[];
  in_time?: boolean;
  time?: number;
  spots?: SpotMark[];
  found?: DrillNoted[];
  false?: DrillNoted[];
  missed?: DrillNoted[];
  planted?: number;
};

export type DrillStory = {
  what: string;
  so: string;
  place: number | null;
  player: string | null;
  finding: string;
  found: string;
  facts: string[];
  figure: string[] | null;
  phase: string;
  circumstances: string[];
};

export type DrillTable = {
  rulebook: string;
  game: string;
  named: string;
  words: Record<string, Record<string, string>>;
  dealing: string;
  sign: Record<string, unknown>;
  round: Record<string, unknown>;
  button?: number;
  seats?: Record<string, unknown>;
  jackpot?: Record<string, unknown>;
};

export type DrillTold = {
  drill: number;
  kind: string;
  book: string;
  named: string;
  words: Record<string, Record<string, string>>;
  questions: number | null;
  answered: number;
  seconds: number;
  over: boolean;
  asked: DrillQuestion | null;
  result: DrillResult | null;
  stale?: string;
};

export type DrillWhy = {
  paragraph: string;
  text: string;
};

export type Ended = {
  ended: number | boolean;
};

export type Entries = {
  items: EntryTold[];
  next: number | null;
};

export type EntryMarked = {
  do: string;
  amount: string | null;
};

export type EntryTold = {
  stream: string;
  seq: number;
  at: unknown;
  epoch: number;
  hash: string;
  body: Record<string, unknown>;
};

export type Error = {
  error: ErrorTold;
};

export type ErrorTold = {
  code: string;
  why: string;
  cites?: string[];
  id?: string;
  moment?: string;
  watch?: Record<string, unknown> | null;
  allow?: string[];
};

export type Figures = {
  since: string;
  until: string;
  tables: TableFigures[];
  total: TotalFigures;
  rulings: ShiftRuling[];
};

export type FollowsOption = {
  option: string;
  text: string;
  more: string;
};

export type FollowsTold = {
  event: string;
  text: string;
  cites: string[];
  places?: number[];
  policy?: string | null;
};

export type Happened = {
  version: number;
  at: string;
  by: string;
  do: string;
  then: ThenTold[];
  cites?: string[];
};

export type Health = {
  ok: boolean;
  store: string;
  entries: number;
  tables: number;
  suspended: string[];
  checkpoint_age: number | null;
};

export type Hello = {
  hello: HelloTold;
};

export type HelloTold = {
  api: number;
  user: UserName | null;
  now: string;
  demo: boolean;
};

export type HourTold = {
  hour: string;
  rounds: number;
  hold: string;
  rake: string;
};

export type House = {
  name: string;
  currency: string;
  demo: boolean;
  unsafe: string[];
  api: number;
  version: string;
  now: string;
  rulebooks: string[];
  setup?: boolean;
};

export type IncidentKinds = {
  items: KindTold[];
  moment: string;
};

export type IncidentTold = {
  incident: number;
  table: string;
  round: number;
  do: string;
  incident_kind: string;
  by: string;
  at: string;
  rank: string;
  cites: string[];
  options: OptionTold[];
  decided: DecidedTold | null;
};

export type Incidents = {
  items: IncidentTold[];
  before: number | null;
};

export type KeyTold = {
  key: string;
  takes: string;
  needed: boolean;
  from?: (number | string)[];
  decides?: boolean;
};

export type KindTold = {
  kind: string;
  text: string;
  cites: string[];
  rank: string;
  keys: KeyTold[];
  late: boolean;
};

export type Ledger = {
  at: string;
  accounts: Balance[];
  sum: string;
};

export type LeftOff = {
  kind: string;
  book: string;
  named: string;
  paragraph: string | null;
  wrong: number;
};

export type Link = {
  link: LinkTold;
};

export type LinkTold = {
  name: string;
  version: number;
  at: string;
  state: string;
  value: string;
  reset: string;
  at_limit: boolean;
  parameters: number;
  tables: string[];
  awards: AwardTold[];
};

export type Links = {
  items: LinkTold[];
};

export type Lobby = {
  lobby: LobbyTold;
};

export type LobbyTold = {
  version: number;
  tables: TableLine[];
};

export type Made = {
  hand: string;
  ranks: string[];
  cards: string;
  text: string;
  paid_as?: string[];
};

export type Marked = {
  marked: MarkedTold;
  drill: DrillTold;
  again?: boolean;
};

export type MarkedTold = {
  question: number;
  seconds: number;
  right: boolean;
  about?: string;
  marks?: Record<string, DrillMark>;
  ruling?: string;
  text?: string;
  follows?: string[];
  why?: DrillWhy[];
  beside?: DrillWhy[];
  decided?: DrillDecided[];
  missed?: DrillMissed | null;
  change?: DrillOtherwise[];
  spots?: SpotMark[];
  paid_right?: number;
  of?: number;
  in_time?: boolean;
  paragraphs?: Record<string, boolean>;
  report?: DrillReport | null;
};

export type May = {
  do: string;
  kind: string;
  word: string;
  place?: number;
  costs?: string;
  loses?: string;
  from?: string;
  to?: string;
  step?: string;
  presets?: Preset[];
};

export type Me = {
  name: string;
  role: string;
  wallet: string;
  tables: AtTable[];
  demo: boolean;
};

export type NewDrill = {
  id: string;
  kind: "pay" | "ruling" | "run";
  book: string;
  again?: number;
};

export type NewPassword = {
  old: string;
  new: string;
};

export type NewSign = {
  id: string;
  sign: Record<string, unknown>;
};

export type NewTable = {
  id: string;
  table: Record<string, unknown>;
};

export type NewUser = {
  name: string;
  role: "auditor" | "dealer" | "pit-supervisor" | "player" | "shift-manager";
  password: string;
};

export type Notice = {
  text: string;
  cites: string[];
};

export type Now = {
  now: string;
};

export type OneAward = {
  award: CheckedAward;
};

export type OpenDrill = {
  drill: number;
  kind: string;
  book: string;
  answered: number;
  questions: number | null;
};

export type OptionTold = {
  do: string;
  ruling: string;
  text: string;
  cites: string[];
  follows: FollowsTold[];
  moves?: Record<string, string> | null;
  meters?: Record<string, string>;
};

export type OwnRound = {
  table: string;
  rulebook: string;
  game: string;
  round: number;
  at: string;
  status: string;
  places: number[];
  staked: string;
  net: string;
  hands: Record<string, string>;
  made: Record<string, Made>;
  stands: Record<string, string>;
  dealer?: Made | null;
  award?: string;
  void_cites?: string[];
};

export type OwnRounds = {
  items: OwnRound[];
  total: Total;
  before: string | null;
};

export type Paragraph = {
  paragraph: string;
  summary: string;
};

export type ParagraphOption = {
  paragraph: string;
  summary?: string;
};

export type Pit = {
  pit: PitTold;
};

export type PitTold = {
  version: number;
  tables: (Record<string, unknown>)[];
  incidents: IncidentTold[];
  links: LinkTold[];
  unclaimed?: (Record<string, unknown>)[];
};

export type PlayerAdded = {
  player: PlayerName;
  again?: boolean;
};

export type PlayerName = {
  name: string;
};

export type PlayerTold = {
  places: number[];
  stack: string;
  connected: boolean;
};

export type Pong = {
  pong: number;
};

export type Posted = {
  at: string;
  account: string;
  amount: string;
  stream: string;
  seq: number;
};

export type Preset = {
  preset: string;
  amount: string;
};

export type Preview = {
  preview: PreviewTold;
};

export type PreviewTold = {
  do: string;
  rank: string;
  waits: boolean;
  ruling: string | null;
  text: string;
  cites: string[];
  follows: FollowsTold[];
  moves?: Record<string, string> | null;
  meters?: Record<string, string>;
  options?: OptionTold[];
};

export type Print = {
  qualifier: string | null;
  qualifies: string | null;
  ante: string | null;
  ante_pays_from: string | null;
  lines: PrintLine[];
};

export type PrintLine = {
  table: string;
  named: string;
  pays: string[];
};

export type Proof = {
  table: string;
  round: number;
  deck: number;
  root: string;
  cards: (Record<string, unknown>)[];
};

export type QuestionMarked = {
  question: number;
  right: boolean;
  about: string;
  what: string;
  marks: Record<string, DrillMark>;
  seconds: number;
};

export type Reconciliation = {
  start: string;
  contributions: string;
  taken_back: string;
  awards: string;
  made_up: string;
  corrections: string;
  carry_parts: unknown;
  end: string;
  difference: string;
};

export type Report = {
  do: string;
};

export type ReportKind = {
  kind: string;
  text: string;
  place: boolean;
};

export type Resumption = {
  id: string;
  reason?: string;
};

export type Round = {
  round: Record<string, unknown> | null;
  acts: ActTold[];
};

export type RoundLine = {
  round: number;
  status: string;
};

export type Rounds = {
  items: RoundLine[];
  before: number | null;
};

export type RulebookTold = {
  book: string;
  named: string;
  title: string;
  effective: string;
  chapters: Chapter[];
  paragraphs: Paragraph[];
};

export type RulingTold = {
  ruling: string;
  title: string;
  chapter: string;
  text: string;
};

export type Rulings = {
  items: RulingTold[];
};

export type SeatTold = {
  player: string;
  stack: string;
  away: boolean;
  waits: boolean;
  missed: string[];
  leaving: boolean;
  connected: boolean;
};

export type SessionBegun = {
  token: string;
  user: UserName;
  idle: number;
  until: string;
};

export type SetUp = {
  code: string;
  name: string;
  password: string;
};

export type ShiftRuling = {
  at: string;
  table: string;
  round: number;
  incident: string;
  ruling: string;
  cites: string[];
  box: number | null;
  by: string | null;
  rank: string | null;
  reason: string;
};

export type Shoe = {
  cards: string;
};

export type Sign = {
  sign: SignTold;
};

export type SignIn = {
  name: string;
  password: string;
};

export type SignTold = {
  table: string;
  sign: number;
  rulebook: string;
  game: string;
  named: string;
  words: Words;
  dealing: string;
  run_by: string;
  cards: string;
  limits: Record<string, unknown>;
  clock: Record<string, number | string | null>;
  link: string | null;
  house_rules: Notice[];
  paytables: Record<string, (Record<string, unknown>)[]>;
  notices?: Notice[];
  coach?: boolean;
  settle?: string;
  boxes?: number;
  seats?: number;
  blinds?: string[];
  stake?: string[];
  chip?: string;
  rake?: Record<string, string | null>;
  jackpot?: Record<string, unknown> | null;
  print?: Print | null;
};

export type SpotAsked = {
  spot: string;
  place: number | null;
  what: string;
  lies: string | null;
};

export type SpotEntry = {
  do: "pay" | "push" | "take";
  amount?: string;
};

export type SpotMark = {
  spot: string;
  right: boolean;
  given: EntryMarked | null;
  is: EntryMarked;
  cites: string[];
  arithmetic: (Record<string, unknown>)[];
};

export type Stacked = {
  done: StackedTold;
};

export type StackedTold = {
  table: string;
};

export type Step = {
  seq: number;
  version: number;
  at: string;
  by: string;
  do: string;
  cites: string[];
  then: ThenTold[];
  round: Record<string, unknown> | null;
  seats?: Record<string, SeatTold>;
};

export type StepTold = {
  step: string;
  amount: string;
  share?: string;
};

export type Steps = {
  rulebook: string;
  steps: Step[];
  sign: SignTold;
};

export type Suspension = {
  id: string;
  policy: string;
  reason: string;
};

export type Table = {
  table: TableTold;
};

export type TableAct = {
  id: string;
  do: string;
  moment?: string;
  reason?: string;
  table: string;
};

export type TableFigures = {
  table: string;
  rounds: number;
  drop: string;
  handle: string;
  hold: string;
  rake: string;
  by_hour: HourTold[];
};

export type TableLine = {
  name: string;
  rulebook: string;
  game: string;
  named: string;
  state: string;
  run_by: string;
  cards: string;
  spectators: boolean;
  places: number;
  taken: number[];
  players: number;
  pace: number | null;
  clock: Record<string, number | null>;
  sign: number;
  link: string | null;
  jackpot_bet: string | null;
  round: number;
  owner: string;
  limits?: Record<string, string[]>;
  blinds?: string[];
  stake?: string[];
};

export type TableTold = {
  name: string;
  rulebook: string;
  game: string;
  named: string;
  words: Words;
  version: number;
  moment: string;
  at: string;
  state: string;
  sign: number;
  deal: Deal | null;
  round: Record<string, unknown> | null;
  clock: ClockTold;
  you: You | null;
  happened: Happened[] | null;
  players?: Record<string, PlayerTold>;
  seats?: Record<string, SeatTold>;
  why?: string;
  said?: Notice | null;
};

export type Tables = {
  items: TableLine[];
};

export type ThenTold = {
  event: string;
  text: string;
  cites: string[];
  place?: number;
  values?: Record<string, unknown>;
};

export type Total = {
  rounds: number;
  staked: string;
  net: string;
};

export type TotalFigures = {
  rounds: number;
  drop: string;
  handle: string;
  hold: string;
  rake: string;
  by_hour: HourTold[];
  ruled: number;
};

export type Training = {
  training: TrainingTold;
};

export type TrainingTold = {
  books: DrillBook[];
  again: DrillAgain[];
  month: DrillMonth;
  left_off: LeftOff | null;
  open: OpenDrill[];
};

export type User = {
  user: UserTold;
};

export type UserName = {
  name: string;
  role: string;
};

export type UserTold = {
  name: string;
  role: string;
  disabled: boolean;
};

export type Users = {
  items: UserTold[];
  before: string | null;
};

export type Verification = {
  id: string;
  reason: string;
};

export type Waiting = {
  waiting: WaitingTold;
};

export type WaitingTold = {
  id: string;
  incident: number;
  table: string;
  incident_kind: string;
  rank: string;
  cites: string[];
  again?: boolean;
};

export type WalkIn = {
  id: string;
  name: string;
};

export type WatchLink = {
  link: string;
};

export type WatchLobby = {
  lobby: true;
};

export type WatchPit = {
  pit: true;
};

export type WatchTable = {
  table: string;
  since?: number;
};

export type Withdrawal = {
  id: string;
  reason?: string;
};

export type Words = {
  spots: Record<string, string>;
  decisions: Record<string, string>;
};

export type You = {
  name: string;
  places: number[];
  may: May[];
  notices?: Notice[];
};

export type FromClient = {
  act: TableAct;
} | {
  watch: WatchTable | WatchLink | WatchPit | WatchLobby;
} | {
  unwatch: WatchTable | WatchLink | WatchPit | WatchLobby;
} | {
  ping: number;
};

export type FromServer = Hello | Sign | Table | Link | Pit | Lobby | Done | Waiting | Error | Pong | Bye;
