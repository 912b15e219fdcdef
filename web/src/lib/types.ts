// Made by `python -m croupier.floor.server.api.typescript`; a test compares.

export type Account = {
  player: string;
  wallet: string;
  stacks: Record<string, string>;
  owed: string;
  debts: DebtTold[];
  write_offs: WriteOffTold[];
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

export type AnswerToAsked = {
  id: string;
  yes: boolean;
};

export type ApartRound = {
  table: string;
  round: number;
  act?: string;
  why?: string;
  says?: Sentence;
  cites?: string[];
};

export type Approval = {
  id: string;
  reason?: string;
};

export type Ask = {
  asked: number;
  table: string;
  do: string;
  by: string;
  until: string;
};

export type Asked = {
  box?: number;
  seat?: number;
  for?: "close" | "next" | "start";
  left: number;
  bank: number;
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
  why_says?: Sentence;
};

export type AskedOfMe = {
  items: Ask[];
};

export type AssignedTold = {
  number: number;
  kind: string;
  book: string;
  named: string;
  by: string;
  at: string;
  questions: number;
  from_house: boolean;
  due: string;
  drill: number;
};

export type Assignment = {
  people: string[];
  kind: string;
  book: string;
  due: string;
};

export type AssignmentMade = {
  assigned: Assignment;
  again?: boolean;
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

export type Bar = {
  reason: string;
  id?: string | null;
};

export type BetCompared = {
  bet: string;
  paid: string;
  other: string;
  cites: string[];
};

export type BetFigures = {
  bet: string;
  rounds: number;
  staked: string;
  won: string;
  expected?: string;
  luck?: string;
};

export type BetTold = {
  staked: string;
  returned?: string;
  paid?: string;
  result?: "lose" | "push" | "returned" | "win";
  cites?: string[];
  arithmetic?: SumStep[];
};

export type BooksCompared = {
  since: string;
  until: string;
  tables: string[];
  books?: string[];
  against: string;
  changes: Record<string, string>;
  rounds: number;
  places: number;
  more: boolean;
  differ: number;
  difference: string;
  win: string;
  other_win: string;
  items: PlaceCompared[];
  forbidden: ApartRound[];
  left_out: ApartRound[];
  edges: EdgeCompared[];
};

export type BoxAward = {
  award: string;
  from?: number;
  paid: string;
  cites: string[];
  arithmetic: SumStep[];
};

export type BoxTold = {
  player: string;
  hand?: string;
  makes?: Made;
  looked: boolean;
  standing: "folded" | "in-play" | "returned";
  decisions: string[];
  bets: Record<string, BetTold>;
  awards?: BoxAward[];
  net?: string;
  pushed?: string;
  ready?: true;
};

export type Bye = {
  bye: ByeTold;
};

export type ByeTold = {
  why: string;
};

export type Called = {
  name: string;
  picture: number;
};

export type Certificate = {
  croupier: string;
  house: string;
  number: string;
  name: string;
  book: string;
  title: string;
  at: string;
  set_by: string;
  set_by_role: string;
  attempt: number;
  groups: CertifiedGroup[];
  questions: CertifiedQuestion[];
  examined: number;
  of_paragraphs: number;
  release: string;
  public_key: string;
  signature?: string;
};

export type CertificateNamed = {
  number: string;
  book: string;
  at: string;
};

export type CertificateTold = {
  certificate: Certificate;
  file: string;
};

export type CertifiedGroup = {
  group: string;
  right: number;
  of: number;
  needed: number;
};

export type CertifiedQuestion = {
  group: string;
  paragraph: string;
  right: boolean;
  seconds: number;
  limit: number;
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
  entries: ((string | number)[])[];
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
  player: string;
  hand: string;
  rulebook: string;
  verify: boolean;
  verify_above: string | null;
  meter_now: string;
  checks: CheckTold[];
  arithmetic: SumStep[];
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

export type ChipsAsked = {
  opening?: number;
  fill?: number;
  credit?: number;
  drop?: number;
  count?: number;
};

export type ChosenName = {
  id: string;
  name: string;
  picture: number;
};

export type ClassResults = {
  book: string;
  named: string;
  last: number;
  weak_under: number;
  groups: GroupOfClass[];
  people: PersonOfClass[];
  missed: MissedByClass[];
};

export type ClassTold = {
  class: ClassResults;
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
  price?: CoachPrice | null;
  pots?: CoachPot[];
  options?: CoachOption[];
};

export type Deal = {
  round: number;
  roots: string[];
};

export type DealerTenure = {
  name: string;
  since: string;
  until: string | null;
  by?: string;
};

export type DealerTold = {
  hand?: string;
  up?: string;
  makes?: Made;
  qualifies?: boolean;
};

export type Dealers = {
  table: string;
  dealer: string | null;
  items: DealerTenure[];
};

export type DebtTold = {
  table: string;
  round: number;
  amount: string;
  cites: string[];
  at: string;
};

export type DebtorTold = {
  player: string;
  owed: string;
  debts: DebtTold[];
  write_offs: WriteOffTold[];
};

export type DecidedTold = {
  do: string;
  by: string;
  rank: string;
  reason: string;
  at: string;
  ruling: string | null;
  text: string;
  says: Sentence;
  cites: string[];
  alone: boolean;
  understood?: string;
  departs?: boolean;
};

export type Decision = {
  id: string;
  do: string;
  reason: string;
};

export type DeckTold = {
  deck: string;
  colour?: string;
  by: string;
  since: string;
  rounds: number;
  checked_by?: string;
  checked_at?: string;
  shuffled?: "" | "hand" | "machine";
  shuffled_by?: string;
  shuffled_at?: string;
  shuffled_after?: number;
};

export type Departure = {
  kind: "change" | "correction" | "departure" | "look" | "void";
  stream: string;
  seq: number;
  at: string;
  hash: string;
  by: string;
  reason: string;
  cites: string[];
  reason_missing?: boolean;
  table?: string;
  rulebook?: string;
  round?: number;
  found?: string;
  text?: string;
  says?: Sentence;
  reported_by?: string;
  reported?: string;
  ruling?: string;
  ruled?: string;
  ruled_says?: Sentence;
  desk?: DeskSays[];
  moved?: string;
  difference?: string;
  approved_by?: string;
  change?: string;
  of?: string;
  value?: string;
};

export type Departures = {
  since: string;
  until: string;
  rulings: number;
  counts: Record<string, number>;
  returned: string;
  pairs: PairTold[];
  items: Departure[];
  before: number | null;
};

export type DeskSays = {
  ruling: string;
  text: string;
  says: Sentence;
  cites: string[];
  moves?: string | null;
};

export type Document = {
  openapi: string;
  info: Record<string, unknown>;
  paths: Record<string, unknown>;
  components: Record<string, unknown>;
  "x-limits": Record<string, number>;
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
  text?: string;
  says?: Sentence | null;
  waits?: number;
  incident?: number;
  alone?: boolean;
  still?: StillTold;
  change?: number;
  shift?: number;
  asked?: number;
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
  follows: FollowsOption[];
  decides: string[];
};

export type DrillBook = {
  book: string;
  named: string;
  game: string;
  kinds: Record<string, DrillKind>;
};

export type DrillDecided = {
  text: string;
  says: Sentence;
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
  says: Sentence;
  place: number | null;
  as_if: string;
  as_if_says: Sentence;
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
  says: Sentence;
  kind: string;
  ruling: string;
  cites: string[];
  ruling_says?: Sentence | null;
};

export type DrillOtherwise = {
  if: string;
  if_says: Sentence;
  text: string;
  says: Sentence;
  cites: string[];
};

export type DrillQuestion = {
  kind: string;
  table: DrillTable;
  told?: DrillStory;
  asks?: DrillAsks;
  spots?: SpotAsked[];
  seconds?: number;
  jackpot?: DrillJackpot;
  round?: number;
  rounds?: number;
  moment?: string;
  voice?: string[];
  voice_says?: Sentence[];
  found?: number;
  false?: number;
  so_far?: DrillNoted[];
  kinds?: ReportKind[];
  places?: number[];
};

export type DrillReport = {
  found: boolean;
  text: string;
  says: Sentence;
  ruling: string;
  cites: string[];
  ruling_says?: Sentence | null;
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
  groups?: ExamGroup[];
};

export type DrillStory = {
  what: string;
  what_says: Sentence;
  so: string;
  so_says: Sentence;
  place: number | null;
  player: string | null;
  finding: string;
};

export type DrillTable = {
  rulebook: string;
  game: string;
  named: string;
  words: Words;
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
  words: Words;
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

export type DueTold = {
  bets: Record<string, BetTold>;
  awards: BoxAward[];
  net: string;
};

export type EdgeCompared = {
  bet: string;
  edge: string;
  other: string;
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
  says?: Sentence | null;
  cites?: string[];
  id?: string;
  moment?: string;
  watch?: Record<string, unknown> | null;
  allow?: string[];
  incident?: number;
};

export type EventAward = {
  award: number;
  table: string;
  round: number;
  box: number;
  state: "locked" | "paid" | "undone";
  value?: string;
  amount?: string;
  cites?: string[];
};

export type EventIncident = {
  incident?: number;
  found?: string;
  state: "ruled" | "waits";
  rank?: string;
  ruling?: string;
  cites: string[];
};

export type Events = {
  events: PublicEvent[];
};

export type ExamGroup = {
  group: string;
  right: number;
  of: number;
  needed: number;
};

export type FigureEntries = {
  figure: string;
  tables: string[];
  since: string;
  until: string;
  entries: number;
  items: FigureEntry[];
  cites: string[];
  before: number | null;
  sum?: string;
};

export type FigureEntry = {
  stream: string;
  seq: number;
  at: string;
  by: string;
  do: string;
  rulebook: string;
  round: number;
  cites: string[];
  hash: string;
  amount?: string;
};

export type Figures = {
  since: string;
  until: string;
  tables: TableFigures[];
  total: TotalFigures;
  rulings: ShiftRuling[];
};

export type FloatTold = {
  table: string;
  kept: boolean;
  opened: boolean;
  tray: string;
  variance: string;
  slips: SlipTold[];
};

export type FollowsOption = {
  option: string;
  text: string;
  says: Sentence;
  more: string;
  more_says: Sentence[];
};

export type FollowsTold = {
  event: string;
  text: string;
  says: Sentence;
  cites: string[];
  places?: number[];
};

export type FreedPlaces = {
  table: string;
  places: number[];
  at: string;
  chips: string;
  why: "connection-lost";
};

export type GameFigures = {
  game: string;
  rounds: number;
  staked: string;
  won: string;
  bets: BetFigures[];
  path: PathPoint[];
  expected?: string;
  luck?: string;
  sigma?: string;
  outside?: boolean;
};

export type GameReport = {
  rounds: ReportFigure;
  handle: ReportFigure;
  drop: ReportFigure;
  win: ReportFigure;
  hold_drop: ReportFigure;
  hold_handle: ReportFigure;
  expected: ReportFigure;
  won: ReportFigure;
  sigma: ReportFigure;
  bands?: Record<string, string[]>;
  rake: ReportFigure;
  contributions: ReportFigure;
  awards: ReportFigure;
  fills: ReportFigure;
  credits: ReportFigure;
  variance: ReportFigure;
  game: string;
};

export type Glance = {
  name: string;
  state: string;
  round: number;
  phase: string | null;
  waiting: WaitsFor[];
  since: string;
  stands?: Stands;
  dealer?: DealerTenure;
};

export type GroupOfClass = {
  group: string;
  paragraphs: string[];
  average: string | null;
  weak: boolean;
};

export type GroupOfPerson = {
  right: number;
  of: number;
  weak: boolean;
};

export type Happened = {
  version: number;
  at: string;
  by: string;
  do: string;
  cites?: string[];
  then: ThenTold[];
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

export type Hit = {
  kind: "entry" | "paragraph" | "person" | "round" | "table" | "wait";
  name: string;
  to: string;
  text?: string;
  says?: Sentence;
  role?: string;
  tables?: AtTable[];
  number?: number;
  by?: string;
  at?: string;
  book?: string;
};

export type Hits = {
  items: Hit[];
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
  side_bets: Record<string, Record<string, string>>;
  setup?: boolean;
  signing_key?: string;
};

export type HouseChange = {
  change: number;
  kind: "deposit" | "user" | "withdrawal";
  by: string;
  at: string;
  state: "approved" | "asked" | "withdrawn";
  user?: string;
  makes?: boolean;
  role?: string;
  disabled?: boolean | null;
  password?: boolean;
  player?: string;
  amount?: string;
  reason?: string;
  ended_by?: string;
  ended_at?: string;
};

export type HouseChanges = {
  items: HouseChange[];
};

export type HouseDrill = {
  incident: number;
  text: string;
  says: Sentence;
  phase: string;
  phase_says: Sentence;
  paragraph: string;
  ruled: RuledByHouse;
};

export type HouseDrills = {
  items: HouseDrill[];
};

export type HouseRound = {
  number: number;
  status: "open" | "settled" | "void";
  phase: "awarding" | "betting" | "dealing" | "deciding" | "settled" | "settling" | "void";
  void_cites?: string[];
  boxes: Record<string, BoxTold>;
  dealer: DealerTold;
  board?: string;
  burnt: number;
  jackpot?: RoundJackpot;
  waiting: WaitsFor[];
  incidents: RuledTold[];
  due?: Record<string, DueTold>;
  order?: HouseStep[];
};

export type HouseStep = {
  does: "award" | "home" | "open" | "pay" | "push" | "return" | "take" | "turn" | "verdict";
  of?: "board" | "dealer";
  card?: number;
  box?: number;
  spot?: string;
  award?: string;
  from?: number;
};

export type InTheQueue = {
  name: string;
  since: string;
  place?: number;
  offered?: PlaceOffer;
  missed?: number;
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
  text: string;
  says: Sentence;
  by: string;
  reason: string;
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

export type JackpotOnSign = {
  link: string;
  funding: string;
  funding_says: Sentence;
  reset: string;
  limit: string | null;
  parameters: number;
  order: Notice;
  fold: Notice;
  shares: JackpotShare[];
};

export type JackpotShare = {
  hand: string;
  share: string | null;
  fixed: string | null;
  envy: string | null;
  cites: string[];
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
  says: Sentence;
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
  marked: MarkedTold | null;
  drill: DrillTold;
  again?: boolean;
};

export type MarkedTold = {
  question: number;
  seconds: number;
  right: boolean;
  about?: string;
  marks?: Record<string, DrillMark>;
  took?: string;
  ruling?: string;
  text?: string;
  says?: Sentence;
  follows?: string[];
  follows_says?: Sentence[];
  why?: DrillWhy[];
  decided?: DrillDecided[];
  missed?: DrillMissed | null;
  change?: DrillOtherwise[];
  house?: RuledByHouse;
  spots?: SpotMark[];
  paid_right?: number;
  of?: number;
  in_time?: boolean;
  paragraphs?: Record<string, boolean>;
  report?: DrillReport | null;
};

export type May = {
  do: string;
  say: string;
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
  owed: string;
  tables: AtTable[];
  demo: boolean;
  password?: boolean;
  second_factor?: boolean;
  asked?: Ask[];
  called?: Called | null;
  freed?: FreedPlaces[];
};

export type MissedByClass = {
  paragraph: string;
  summary: string;
  group: string;
  people: string[];
  asked: number;
  took: string;
  took_by: number;
};

export type MustMove = {
  to: string;
  order: string[];
};

export type NameTried = {
  name: string;
  free: boolean;
  why?: string;
  says?: Sentence | null;
};

export type NewAssignment = {
  id: string;
  people: string[];
  kind: "exam" | "pay" | "ruling" | "run";
  book: string;
  about?: string[];
  incidents?: number[];
  due?: string;
};

export type NewDealer = {
  id: string;
  name: string;
};

export type NewDrill = {
  id: string;
  kind: "exam" | "pay" | "ruling" | "run";
  book: string;
  again?: number;
  assigned?: number;
};

export type NewPassword = {
  old: string;
  new: string;
};

export type NewShift = {
  id: string;
  name: string;
};

export type NewSign = {
  id: string;
  sign: Record<string, unknown>;
};

export type NewTable = {
  id: string;
  table: Record<string, unknown>;
};

export type NewToken = {
  id: string;
  name: string;
};

export type NewUser = {
  name: string;
  role: "auditor" | "dealer" | "pit-supervisor" | "player" | "shift-manager";
  password: string;
};

export type Notice = {
  text: string;
  says: Sentence;
  cites: string[];
  incident?: number;
  understood?: string;
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
  says: Sentence;
  cites: string[];
  follows: FollowsTold[];
  moves?: Record<string, string> | null;
  meters?: Record<string, string>;
};

export type OwnFigures = {
  since: string | null;
  until: string;
  rounds: number;
  most: number;
  more: boolean;
  games: GameFigures[];
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
  void_cites?: string[];
  dealer?: Made;
  award?: string;
};

export type OwnRounds = {
  items: OwnRound[];
  total: Total;
  before: string | null;
};

export type PairTold = {
  asked: string;
  approved: string;
  times: number;
};

export type Paragraph = {
  paragraph: string;
  summary: string;
};

export type PathPoint = {
  rounds: number;
  won: string;
  expected: string;
  sigma: string;
};

export type PathStep = {
  right?: string;
  left?: string;
};

export type PaysLine = {
  hand: string;
  pays: string;
  cites: string[];
};

export type PeopleFound = {
  items: PersonTold[];
  counts: Record<string, number>;
};

export type PersonOfClass = {
  name: string;
  groups: Record<string, GroupOfPerson>;
  drills: number;
  last: string | null;
  waiting: AssignedTold[];
  exams: number;
  certificate: CertificateNamed | null;
};

export type PersonTold = {
  name: string;
  role: string;
  kind: "bot" | "guest" | "player" | "staff" | "walk-in";
  here: boolean;
  tables: AtTable[];
  called?: string;
  disabled?: boolean;
  wallet?: string;
  second_factor?: boolean;
  sessions?: number;
  seen?: string;
};

export type Pit = {
  pit: PitTold;
};

export type PitTold = {
  version: number;
  tables: Glance[];
  incidents: IncidentTold[];
  links: LinkTold[];
  unclaimed: UnclaimedTold[];
  debts: DebtorTold[];
  waits: WaitTold[];
};

export type PlaceCompared = {
  table: string;
  round: number;
  place: number;
  player: string;
  bets: BetCompared[];
  difference: string;
};

export type PlaceOffer = {
  place: number;
  until: string | null;
};

export type PlayerAdded = {
  player: PlayerName;
  again?: boolean;
};

export type PlayerAsked = {
  asked: number;
  id: string;
  player: string;
  until: string;
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

export type PokerHand = {
  player: string;
  hand: string;
  makes?: Made;
  looked: boolean;
  folded: boolean;
  all_in: boolean;
  bet: string;
  put: string;
};

export type PokerRound = {
  number: number;
  status: "open" | "settled" | "void";
  void_cites?: string[];
  button: number;
  small_blind: number | null;
  big_blind: number;
  posts: Record<string, string>;
  betting_round: number;
  turn: number | null;
  price: string;
  marker: "betting-round" | "showdown";
  board: string;
  burnt: number;
  discarded: string;
  players: Record<string, PokerHand>;
  pots: PotTold[];
  uncalled: Record<string, string>;
  shown: number[];
  mucked?: number[];
  hands: Record<string, string>;
  stacks: Record<string, string>;
  waiting: WaitsFor[];
  incidents: RuledTold[];
  due?: PotsDue;
  order?: PokerStep[];
};

export type PokerStep = {
  does: "gather" | "muck" | "odd" | "over" | "push" | "rake" | "show" | "street" | "uncalled";
  seat?: number;
  cards?: number;
  pot?: number;
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

export type PotTold = {
  amount: string;
  rake?: string;
  eligible: number[];
  won?: Record<string, string>;
  cites?: string[];
  arithmetic?: SumStep[];
};

export type PotsDue = {
  pots: PotTold[];
  rake: string;
  odd_chips: Record<string, string>;
  seats: Record<string, string>;
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
  says: Sentence;
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

export type ProcessTold = {
  name: string;
  address: string;
  role: "away" | "decides" | "follows";
  since: string;
  protocol: number;
  behind: number;
};

export type Processes = {
  items: ProcessTold[];
};

export type Promised = {
  root: string;
  stream: string;
  seq: number;
};

export type Proof = {
  table: string;
  round: number;
  deck: number;
  root: string;
  promised: Promised;
  cards: ProvedCard[];
};

export type ProvedCard = {
  place: number;
  card: string;
  salt: string;
  path: PathStep[];
};

export type PublicEvent = {
  seq: number;
  kind: "award" | "incident" | "link" | "round" | "shift" | "table";
  also?: ("award" | "incident" | "link" | "round" | "shift" | "table")[];
  at: string;
  table?: string;
  link?: string;
  shift?: number;
  rulebook?: string;
  version?: number;
  by?: string;
  do?: string;
  cites?: string[];
  what?: string[];
  round?: number;
  status?: "awarding" | "begun" | "settled" | "undone" | "void";
  result?: HouseRound | PokerRound;
  incidents?: EventIncident[];
  awards?: EventAward[];
  name?: string;
};

export type QuestionMarked = {
  question: number;
  right: boolean;
  about: string;
  what: string;
  marks: Record<string, DrillMark>;
  seconds: number;
  what_says?: Sentence | null;
};

export type Reconciliation = {
  start: string;
  contributions: string;
  taken_back: string;
  awards: string;
  made_up: string;
  corrections: string;
  carry_parts: number;
  end: string;
  difference: string;
};

export type Report = {
  do: string;
};

export type ReportFigure = {
  value: string | number | null;
  entries: ([string, number])[];
};

export type ReportFigures = {
  rounds: ReportFigure;
  handle: ReportFigure;
  drop: ReportFigure;
  win: ReportFigure;
  hold_drop: ReportFigure;
  hold_handle: ReportFigure;
  expected: ReportFigure;
  won: ReportFigure;
  sigma: ReportFigure;
  bands?: Record<string, string[]>;
  rake: ReportFigure;
  contributions: ReportFigure;
  awards: ReportFigure;
  fills: ReportFigure;
  credits: ReportFigure;
  variance: ReportFigure;
};

export type ReportKind = {
  kind: string;
  text: string;
  says: Sentence;
  place: boolean;
};

export type ReportLine = {
  what: string;
  at: string;
  entry: [string, number];
  table?: string;
  link?: string;
  round?: number;
  player?: string;
  by?: string;
  second?: string;
  amount?: string;
  detail?: string;
  reason?: string;
  cites?: string[];
};

export type Resumption = {
  id: string;
  reason?: string;
};

export type Round = {
  round: HouseRound | PokerRound | null;
  acts: ActTold[];
};

export type RoundJackpot = {
  link: string;
  before: string;
  after?: string;
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

export type RuledByHouse = {
  text: string;
  says: Sentence;
  departs: boolean;
};

export type RuledTold = {
  incident: string;
  ruling: string;
  text: string;
  says: Sentence;
  cites: string[];
  box?: number;
  by?: string;
  rank?: string;
  reason?: string;
  alone?: boolean;
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
  missed_turns: number;
  leaving: boolean;
  connected: boolean;
};

export type SecondFactor = {
  password?: string;
  code?: string;
};

export type SecondFactorOffered = {
  uri: string;
  secret: string;
  recovery: string[];
};

export type SecondFactorOn = {
  on: boolean;
};

export type Sentence = {
  code: SentenceCode;
  values?: Record<string, string | number | (string | number | Sentence)[] | Sentence>;
};

export type SessionBegun = {
  token: string;
  user: UserName;
  idle: number;
  until: string;
};

export type SessionTold = {
  session: number;
  user: string;
  began: string;
  seen: string;
  until: string;
  address: string;
  agent: string;
  current: boolean;
};

export type Sessions = {
  items: SessionTold[];
};

export type SetUp = {
  code: string;
  name: string;
  password: string;
};

export type ShiftAsked = {
  shift: number;
};

export type ShiftClosing = {
  id: string;
  reason?: string;
};

export type ShiftReport = {
  incidents: ReportLine[];
  voids: ReportLine[];
  corrections: ReportLine[];
  debts: ReportLine[];
  decks: ReportLine[];
  dealers: ReportLine[];
  slips: ReportLine[];
  changes: ReportLine[];
  recoveries: ReportLine[];
  shift: number;
  name: string;
  house: string;
  currency: string;
  state: "closed" | "closing" | "open";
  opened_by: string;
  opened_at: string;
  closed_by: string;
  second: string;
  closed_at: string;
  reason: string;
  entries: number;
  tables: TableReport[];
  games: GameReport[];
  total: ReportFigures;
  public_key: string;
  signature?: string;
};

export type ShiftRuling = {
  at: string;
  table: string;
  round: number;
  incident: string;
  ruling: string;
  text: string;
  says: Sentence;
  cites: string[];
  box: number | null;
  by: string | null;
  rank: string | null;
  reason: string;
};

export type ShiftTold = {
  shift: number;
  name: string;
  state: "closed" | "closing" | "open";
  opened_by: string;
  opened_at: string;
  closed_by?: string;
  second?: string;
  closed_at?: string;
  reason?: string;
};

export type Shifts = {
  items: ShiftTold[];
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
  code?: string;
};

export type SignTold = {
  table: string;
  title: string;
  sign: number;
  rulebook: string;
  game: string;
  named: string;
  words: Words;
  dealing: string;
  run_by: string;
  cards: string;
  settle: "at-once" | "by-hand";
  boxes?: number;
  seats?: number;
  blinds?: string[];
  stake?: string[];
  chip?: string;
  rake?: Record<string, string | null>;
  limits: Record<string, string[]>;
  displays: Record<string, string[]>;
  smallest_chip?: string;
  clock: Record<string, number | null>;
  coach: boolean;
  link: string | null;
  jackpot?: JackpotOnSign;
  house_rules: Notice[];
  paytables: Record<string, PaysLine[]>;
  print?: Print;
  notices: Notice[];
  stands?: Stands;
};

export type SlipTold = {
  slip: number;
  kind: "count" | "credit" | "drop" | "fill" | "opening";
  state: "approved" | "asked" | "done";
  chips: Record<string, number>;
  amount: string;
  by: string;
  at: string;
  reason?: string;
  approved_by?: string;
  acknowledged_by?: string;
  done_at?: string;
  expected?: string;
  variance?: string;
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
  version: number;
};

export type Stands = {
  why: "award" | "dealer" | "device" | "incident" | "link-change" | "players-lost" | "stopping" | "suspended";
  since: string;
  until: string | null;
  places?: number[];
  rank?: string;
  notice?: Sentence;
};

export type Step = {
  version: number;
  at: string;
  by: string;
  do: string;
  cites: string[];
  then: ThenTold[];
  seq: number;
  round: HouseRound | PokerRound | null;
  seats?: Record<string, SeatTold>;
};

export type Steps = {
  rulebook: string;
  steps: Step[];
  sign: SignTold;
};

export type StillTold = {
  box?: number;
  seat?: number;
  due: string;
  paid: string;
  to_pay?: string;
  to_ask_back?: string;
};

export type SumStep = {
  step: string;
  amount: string;
  odds?: string;
  on?: string;
  share?: string;
  hand?: string;
  percent?: string;
  cap?: string | null;
  ways?: number;
  to?: number[];
  from?: number;
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

export type TableChips = {
  id: string;
  chips: Record<string, number>;
  reason?: string;
};

export type TableFigures = {
  table: string;
  rounds: number;
  drop: string;
  handle: string;
  hold: string;
  rake: string;
  by_hour: HourTold[];
  hold_drop: string | null;
  hold_handle: string | null;
  expected?: string;
  won?: string;
  sigma?: string;
  outside?: boolean;
};

export type TableLine = {
  name: string;
  title: string;
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
  limits?: Record<string, string[]>;
  blinds?: string[];
  stake?: string[];
  round: number;
  stands?: Stands;
  waiting: number;
  pace: number | null;
  clock: Record<string, number | null>;
  sign: number;
  link: string | null;
  jackpot_bet: string | null;
  owner: string;
};

export type TableReport = {
  rounds: ReportFigure;
  handle: ReportFigure;
  drop: ReportFigure;
  win: ReportFigure;
  hold_drop: ReportFigure;
  hold_handle: ReportFigure;
  expected: ReportFigure;
  won: ReportFigure;
  sigma: ReportFigure;
  bands?: Record<string, string[]>;
  rake: ReportFigure;
  contributions: ReportFigure;
  awards: ReportFigure;
  fills: ReportFigure;
  credits: ReportFigure;
  variance: ReportFigure;
  table: string;
  game: string;
};

export type TableTold = {
  name: string;
  title: string;
  rulebook: string;
  version: number;
  moment: string;
  at: string;
  state: string;
  why?: string;
  why_says?: Sentence;
  game: string;
  named: string;
  words: Words;
  sign: number;
  deal: Deal | null;
  called?: Record<string, Called>;
  players?: Record<string, PlayerTold>;
  seats?: Record<string, SeatTold>;
  waiting_list: InTheQueue[];
  must_move?: MustMove;
  round: HouseRound | PokerRound | null;
  said: Notice | null;
  clock: ClockTold;
  stands?: Stands;
  you: You | null;
  happened: Happened[] | null;
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
  says?: Sentence;
};

export type TokenMade = {
  made: TokenTold;
  secret: string;
  again?: boolean;
};

export type TokenTold = {
  token: number;
  name: string;
  by: string;
  at: string;
};

export type Tokens = {
  items: TokenTold[];
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
  hold_drop: string | null;
  hold_handle: string | null;
  expected?: string;
  won?: string;
  sigma?: string;
  outside?: boolean;
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
  assigned: AssignedTold[];
  certificates: CertificateNamed[];
};

export type UnclaimedTold = {
  link: string;
  award: number | null;
  table: string;
  round: number;
  box: number;
  amount: string;
  why: string;
  says: Sentence;
};

export type Understood = {
  id: string;
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

export type Wait = {
  id: string;
  place?: number;
};

export type WaitNoMore = {
  id?: string | null;
  pass?: boolean;
};

export type WaitTold = {
  kind: "award" | "cash" | "change" | "chips" | "incident" | "link" | "outside" | "stands";
  since: string;
  rank: string;
  holds: boolean;
  text: string;
  says: Sentence;
  cites?: string[];
  table?: string;
  round?: number;
  places?: number[];
  link?: string;
  player?: string;
  number?: number;
  by?: string;
  reason?: string;
  stands?: "award" | "dealer" | "device" | "incident" | "link-change" | "players-lost" | "stopping" | "suspended";
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

export type Waits = {
  items: WaitTold[];
};

export type WaitsFor = {
  box?: number;
  seat?: number;
  for: string;
  of?: string;
  due?: number;
  award?: "held" | "verifying";
  incident?: number;
  rank?: string;
  may?: string[];
  call?: string;
  bet?: string;
  "raise-to"?: string;
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

export type WriteOffTold = {
  change: number;
  amount: string;
  by: string;
  reason: string;
  at: string;
};

export type You = {
  name: string;
  places: number[];
  may: May[];
  notices: Notice[];
  waits: number | null;
  asked?: Ask[];
  offered?: PlaceOffer;
  deck?: DeckTold;
  dealer?: DealerTenure;
};

export type SentenceCode = 
  | "none"
  | "or"
  | "and"
  | "own-words"
  | "spot.ante"
  | "spot.play"
  | "spot.bet"
  | "spot.flop"
  | "spot.turn"
  | "spot.river"
  | "spot.pair-plus"
  | "spot.bonus"
  | "spot.jackpot"
  | "chips.opening"
  | "chips.fill"
  | "chips.credit"
  | "chips.drop"
  | "chips.count"
  | "decision.fold"
  | "decision.play"
  | "decision.bet"
  | "decision.flop"
  | "decision.turn"
  | "decision.river"
  | "decision.check"
  | "act.fold"
  | "act.check"
  | "act.call"
  | "act.bet"
  | "act.raise"
  | "act.allin"
  | "street.deal"
  | "street.flop"
  | "street.turn"
  | "street.river"
  | "number.two"
  | "number.three"
  | "number.four"
  | "number.five"
  | "rank.player"
  | "rank.dealer"
  | "rank.pit-supervisor"
  | "rank.pit-manager"
  | "rank.shift-manager"
  | "role.spectator"
  | "role.player"
  | "role.dealer"
  | "role.pit-supervisor"
  | "role.shift-manager"
  | "role.auditor"
  | "role.system"
  | "pot.meter"
  | "pot.overflow"
  | "pot.reserve"
  | "state.open"
  | "state.resolved"
  | "state.void"
  | "state.held"
  | "state.locked"
  | "state.verified"
  | "state.paid"
  | "state.fixed"
  | "state.undone"
  | "change.contribution"
  | "change.reset"
  | "change.reserve"
  | "change.limit"
  | "change.verify-above"
  | "change.correction"
  | "change.link-table"
  | "change.unlink-table"
  | "change.transfer-to"
  | "reason-too-long"
  | "too-many-incidents"
  | "name-length"
  | "table-closed"
  | "table-waits"
  | "say-why"
  | "table-not-suspended"
  | "name-each-hand-once"
  | "cards-sealed"
  | "named-again-only-before-payment"
  | "said-before"
  | "name-cards-again"
  | "decided-against-it"
  | "betting-not-again"
  | "not-paid-yet"
  | "seat-paid-what-was-due"
  | "paid-what-was-due"
  | "entry-says-what"
  | "hand-named-only-in-pause"
  | "card-lies-elsewhere"
  | "read-so"
  | "box-empty"
  | "box-no-hand"
  | "named-no-card"
  | "card-named-twice"
  | "card-lies-already"
  | "one-lies-already"
  | "cards-lie-there"
  | "named-again-too-often"
  | "no-bets-on-box"
  | "bet-too-small"
  | "too-many-bets"
  | "bet-too-large"
  | "no-bet-to-withdraw"
  | "nobody-has-bet"
  | "round-over-wait-for-bets"
  | "bets-closed"
  | "walked-away"
  | "bet-not-offered"
  | "no-jackpot-here"
  | "no-jackpot-bets"
  | "one-jackpot-bet"
  | "jackpot-bet-amount"
  | "below-minimum"
  | "face-up-card-not-entered"
  | "board-card-not-entered"
  | "not-dealt-by-hand"
  | "cards-not-to-be-named"
  | "cards-due-there"
  | "cards-due-of"
  | "no-cards-due-now"
  | "cards-due-from-device"
  | "dealt-by-hand-here"
  | "device-gave-no-card"
  | "card-came-twice"
  | "looked-at-another"
  | "nothing-to-choose"
  | "no-share-claimed"
  | "box-folded"
  | "nothing-left-to-decide"
  | "box-decided"
  | "round-over-wait-for-cards"
  | "no-hand-without-bet"
  | "no-hand-before-the-deal"
  | "box-out"
  | "decision-of-nothing"
  | "decision-without-amount"
  | "box-may"
  | "table-not-opened"
  | "table-open-already"
  | "sign-leaves-box"
  | "cards-need-a-dealer"
  | "deck-serves-boxes"
  | "no-such-limits"
  | "game-without-jackpot-bet"
  | "prescribed-jackpot-bet"
  | "limits-in-order"
  | "box-taken"
  | "box-has-bets"
  | "boxes-change-between-rounds"
  | "no-such-box"
  | "round-not-paid"
  | "round-not-over"
  | "jackpot-down-name-policy"
  | "closed-while-jackpot-down"
  | "table-closes-when-over"
  | "day-ends-when-over"
  | "incident-unknown-to-game"
  | "rank-decides"
  | "not-with-the-shuffler"
  | "report-after-the-close"
  | "box-without-hand"
  | "no-community-cards"
  | "no-dealer-cards"
  | "box-out-without-hand"
  | "not-a-dealer-card"
  | "face-up-already"
  | "exposed-say-how-many"
  | "too-many-exposed"
  | "name-two-cards"
  | "not-one-after-the-other"
  | "name-one-box"
  | "box-may-be-looked-at"
  | "boxes-choose-first"
  | "no-hand-to-show"
  | "hand-hidden-already"
  | "settles-by-itself"
  | "round-void"
  | "round-settled"
  | "not-ready-to-settle"
  | "speak-for-yourself"
  | "staff-do-not-play"
  | "place-of-another"
  | "place-of-nobody"
  | "system-runs-players-act"
  | "own-name"
  | "rank-says"
  | "system-says-it"
  | "device-deals"
  | "jackpot-answers"
  | "sealed-not-heard"
  | "pair-plus-not-examined"
  | "no-ante"
  | "pair-plus-dealer-reveals"
  | "box"
  | "seat"
  | "how-much"
  | "seat-has-in-all"
  | "act-without-amount"
  | "bet-at-least-blind"
  | "raise-at-least"
  | "not-in-chips-unless-all-in"
  | "betting-not-reopened"
  | "raise-above"
  | "seat-may"
  | "incident-unknown-to-book"
  | "report-after-the-start"
  | "not-ruled-with-the-shuffler"
  | "no-such-seat"
  | "stack-limits"
  | "one-seat-each"
  | "button-on-a-seat"
  | "button-moves-by-itself"
  | "button-before-a-player"
  | "another-table"
  | "sign-leaves-seat"
  | "deck-serves-seats"
  | "blind-and-chip"
  | "stakes-in-order"
  | "rake-limits"
  | "playing-closes-after"
  | "playing-day-ends-after"
  | "playing-starts-after"
  | "not-your-turn-nobody"
  | "not-your-turn"
  | "pays-by-itself"
  | "no-payments-due"
  | "needs-two-players"
  | "nobody-out-of-turn"
  | "not-out-of-turn"
  | "nothing-more-to-do"
  | "out-of-turn-too-often"
  | "out-of-turn-may"
  | "out-of-turn-may-not"
  | "out-of-turn-bet-stands"
  | "out-of-turn-must-check"
  | "out-of-turn-call-or-fold"
  | "nothing-dealt-yet"
  | "seat-has-no-hand-to-show"
  | "hand-collected"
  | "hand-open-already"
  | "hand-not-shown-now"
  | "playing-sit-after"
  | "playing-move-after"
  | "move-when-nothing-is-owed"
  | "seat-taken"
  | "sits-already"
  | "too-many-left-today"
  | "relocated-by-the-pit"
  | "relocated-from-elsewhere"
  | "relocated-say-from"
  | "relocated-not-from-there"
  | "relocated-from-lower-blinds"
  | "relocated-with-more"
  | "relocated-with-chips"
  | "stake-limits"
  | "sits-with-no-less"
  | "not-in-chips"
  | "stake-between-rounds"
  | "top-up-of-nothing"
  | "top-up-at-most"
  | "top-up-at-least"
  | "chips-stay"
  | "seat-away-already"
  | "seat-not-away"
  | "playing-back-after"
  | "playing-gone-after"
  | "not-missed-twice"
  | "name-the-board"
  | "mucked-by-rule"
  | "nothing-to-muck"
  | "must-show"
  | "hands-to-show"
  | "not-shown-yet"
  | "board-not-due"
  | "seat-empty"
  | "has-left-seat"
  | "payments-to-come"
  | "no-round-played"
  | "not-dealt-in"
  | "seat-folded"
  | "hole-cards-not-dealt"
  | "seat-without-hand"
  | "name-a-street"
  | "exposed-too-late"
  | "set-aside-already"
  | "not-dealt-there"
  | "too-many-exposed-in-deal"
  | "name-the-seat"
  | "no-more-cards-come"
  | "other-cards-exposed"
  | "exposed-early"
  | "too-many-found-late"
  | "too-many-acted"
  | "in-the-deal"
  | "to-seat"
  | "none-comes"
  | "the-street"
  | "too-many-changes"
  | "another-approves"
  | "link-closed"
  | "link-receives-from-itself"
  | "nothing-below-zero"
  | "link-to-itself"
  | "link-full"
  | "not-linked"
  | "parameter-needs-value"
  | "shares-of-a-bet"
  | "limit-below-reset"
  | "amount-from-0"
  | "correction-amount"
  | "correction-below-reset"
  | "correction-above-limit"
  | "prescribed-bet-of-table"
  | "not-a-name"
  | "rank-may-not"
  | "give-a-reason"
  | "change-approved"
  | "no-change-waits"
  | "ask-for-a-change"
  | "approve-a-change"
  | "withdraw-a-change"
  | "amount-verified-above"
  | "the-reset-value"
  | "the-limit"
  | "link-not-opened"
  | "meter-start"
  | "verify-above"
  | "link-takes-tables"
  | "link-closed-no-bets"
  | "not-linked-no-bets"
  | "jackpot-down-no-bets"
  | "change-about-to-be"
  | "round-numbers"
  | "bets-counted-already"
  | "round-of-table-open"
  | "award-not-paid"
  | "name-jackpot-boxes"
  | "jackpot-bet-prescribed"
  | "round-complete"
  | "name-boxes-once"
  | "box-has-no"
  | "hands-not-complete"
  | "one-share-each"
  | "no-live-bet-no-share"
  | "share-limits"
  | "only-settlement-undone"
  | "round-of-table-void"
  | "no-jackpot-bet-there"
  | "last-jackpot-bets"
  | "round-of-table-not-open"
  | "award-not-to-verify"
  | "award-of-another-table"
  | "award-waits"
  | "award-verify-first"
  | "award-paid-once"
  | "no-open-award"
  | "suspended-already"
  | "link-not-suspended"
  | "link-open-already"
  | "no-live-jackpot-bet"
  | "no-jackpot-bet-to-go-back"
  | "verify-an-award"
  | "suspend-a-link"
  | "resume-a-link"
  | "no-cards-due"
  | "award-holds-next-round"
  | "ruling.void"
  | "ruling.continue"
  | "ruling.options"
  | "ruling.invalidated"
  | "ruling.reconstructed"
  | "ruling.reshuffled"
  | "ruling.discarded"
  | "ruling.corrected"
  | "ruling.recorded"
  | "ruling.none"
  | "ruling.cut"
  | "ruling.returned"
  | "ruling.accepted"
  | "ruling.retracted"
  | "ruling.folded"
  | "ruling.hidden"
  | "ruling.posts"
  | "ruling.free"
  | "ruling.waits"
  | "ruling.passed over"
  | "ruling.gone"
  | "ruling.dismissed"
  | "ruling-and"
  | "ruling-settled-again"
  | "ruling-fold-stands"
  | "cannot-stand"
  | "follows.options-one"
  | "follows.options-several"
  | "follows.box-out"
  | "follows.bet-back"
  | "follows.settlement-undone"
  | "follows.bets-back"
  | "follows.decides-again"
  | "follows.decide-again"
  | "follows.payment-recorded"
  | "follows.looked-at"
  | "follows.cards-change-places"
  | "follows.face-up-card"
  | "follows.dealer-turned-up"
  | "follows.settled"
  | "follows.closes"
  | "follows.no-bets"
  | "follows.no-bets-on"
  | "follows.without-jackpot"
  | "follows.policy-open"
  | "follows.chips-back"
  | "follows.leaves"
  | "follows.card-set-aside"
  | "follows.next-card"
  | "follows.dealt-again"
  | "follows.not-dealt-again"
  | "follows.reshuffled"
  | "follows.pots"
  | "follows.hidden-cards"
  | "follows.waits"
  | "follows.card-named"
  | "follows.entry-untried"
  | "ask.affected"
  | "ask.exposed"
  | "ask.hands"
  | "ask.drawn"
  | "ask.whose"
  | "ask.which-hand"
  | "ask.purpose"
  | "ask.policy"
  | "ask.failed"
  | "ask.noticed"
  | "ask.late"
  | "ask.size"
  | "ask.hand-folded"
  | "ask.qualifies"
  | "ask.entry"
  | "ask.looked"
  | "ask.folded"
  | "ask.bound"
  | "ask.at"
  | "ask.jackpot"
  | "ask.money-folded"
  | "ask.street"
  | "ask.burn"
  | "ask.tried"
  | "ask.before"
  | "ask.short"
  | "ask.leaves"
  | "ask.joins"
  | "ask.due"
  | "ask.missed"
  | "ask.turns"
  | "ask.repair"
  | "ask.decided"
  | "ask.round"
  | "ask.pushed"
  | "ask.device"
  | "ask.phase"
  | "ask.found"
  | "group.deal"
  | "group.players-and-jackpot"
  | "group.deeds"
  | "group.rest"
  | "group.deeds-in-the-round"
  | "group.seats"
  | "group.deck"
  | "group.corrections"
  | "finding.interruption"
  | "finding.foreign-card"
  | "finding.deck-count"
  | "finding.shoe-short"
  | "finding.unshuffled"
  | "finding.exposed"
  | "finding.face-up"
  | "finding.face-up-in-shoe"
  | "finding.misdealt"
  | "finding.no-burn"
  | "finding.simultaneous"
  | "finding.dealing-error"
  | "finding.player-count"
  | "finding.dealer-count"
  | "finding.community-count"
  | "finding.extra-look"
  | "finding.jackpot-down"
  | "finding.jackpot-up"
  | "finding.other"
  | "finding.hand-left-out"
  | "finding.extra-hand"
  | "finding.early-card"
  | "finding.too-many"
  | "finding.over-limit"
  | "finding.below-minimum"
  | "finding.jackpot-without-ante"
  | "finding.late-bet"
  | "finding.wrong-size"
  | "finding.walked-away"
  | "finding.walked-away-decided"
  | "finding.not-shown"
  | "finding.out-of-turn"
  | "finding.all-in"
  | "finding.hand-shown"
  | "finding.leaves"
  | "finding.joins"
  | "finding.absent"
  | "finding.returns"
  | "finding.gone"
  | "finding.entry"
  | "finding.payment"
  | "found.repair.yes"
  | "found.repair.no"
  | "found.repair.other-exposed"
  | "found.decided.void"
  | "found.decided.continue"
  | "found.affected.all"
  | "found.affected.one"
  | "found.exposed.box"
  | "found.exposed.dealer"
  | "found.exposed.board"
  | "found.exposed.boxes"
  | "found.exposed.dealer-two"
  | "found.exposed.box-again"
  | "found.exposed.box-after-dealer"
  | "found.exposed.dealer-after-box"
  | "found.exposed.dealer-again"
  | "found.entry.hand"
  | "found.entry.dealer"
  | "found.entry.up"
  | "found.entry.up-again"
  | "found.entry.board"
  | "found.entry.board-again"
  | "found.entry.board-betting"
  | "found.entry.board-betting-again"
  | "found.round.this"
  | "found.round.earlier"
  | "found.pushed.more"
  | "found.pushed.less"
  | "found.exposed.seat"
  | "found.exposed.unknown"
  | "found.exposed.several"
  | "found.exposed.seat-again"
  | "found.hands.movable"
  | "found.hands.not-movable"
  | "found.drawn.as-ruled"
  | "found.drawn.swapped"
  | "found.whose.box"
  | "found.whose.folded-box"
  | "found.whose.second-box"
  | "found.whose.second-box-folded"
  | "found.whose.seat"
  | "found.purpose.yes"
  | "found.purpose.no"
  | "found.policy.open"
  | "found.policy.close"
  | "found.policy.no-bets"
  | "found.policy.no-bets-on-one"
  | "found.policy.without-jackpot"
  | "found.failed.this-round"
  | "found.failed.not"
  | "found.noticed.yes"
  | "found.noticed.no"
  | "found.noticed.left"
  | "found.late.added"
  | "found.late.taken-back"
  | "found.size.large"
  | "found.size.small"
  | "found.hand.in-play"
  | "found.hand.folded"
  | "found.qualifies.yes"
  | "found.qualifies.no"
  | "found.burn.deal"
  | "found.burn.not-said"
  | "found.tried.bet"
  | "found.tried.call"
  | "found.tried.check"
  | "found.tried.bet-then-check"
  | "found.before.check"
  | "found.before.call"
  | "found.before.bets-less"
  | "found.before.bets-more"
  | "found.before.fold"
  | "found.before.posted-checks"
  | "found.short.blind"
  | "found.short.bet"
  | "found.short.call"
  | "found.short.below-half"
  | "found.short.from-half"
  | "found.short.two-below-half"
  | "found.leaves.good"
  | "found.leaves.while"
  | "found.leaves.out-of-turn"
  | "found.joins.elsewhere"
  | "found.joins.big-blind"
  | "found.joins.small-blind"
  | "found.joins.button"
  | "found.joins.first-orbit"
  | "found.joins.first-orbit-big-blind"
  | "found.joins.relocated"
  | "found.joins.relocated-big-blind"
  | "found.round.playing"
  | "found.due.small-blind"
  | "found.due.big-blind"
  | "found.due.both-blinds"
  | "found.due.button"
  | "found.due.two-present"
  | "found.due.left"
  | "found.missed.nothing"
  | "found.missed.small-at-button"
  | "found.missed.small-elsewhere"
  | "found.missed.small-at-big"
  | "found.missed.big"
  | "found.missed.both-at-button"
  | "found.missed.both-elsewhere"
  | "found.missed.both-at-big"
  | "found.turns.two"
  | "found.turns.one"
  | "found.looked.yes"
  | "found.looked.no"
  | "found.folded.no"
  | "found.folded.yes"
  | "found.money-folded.no"
  | "found.money-folded.yes"
  | "found.bound.all"
  | "found.at.deal"
  | "found.at.pause"
  | "found.jackpot.yes"
  | "found.jackpot.no"
  | "found.bound.one"
  | "found.street"
  | "on.flop"
  | "on.turn"
  | "on.river"
  | "before.flop"
  | "before.turn"
  | "before.river"
  | "phase.bets-open"
  | "phase.bets-open-later"
  | "phase.dealt"
  | "phase.looked"
  | "phase.folded-unseen"
  | "phase.folded"
  | "phase.pause"
  | "phase.river"
  | "phase.pause-folded"
  | "phase.pause-withdrawn"
  | "phase.choosing"
  | "phase.continued"
  | "phase.settled"
  | "phase.settled-folded"
  | "phase.settled-withdrawn"
  | "phase.void"
  | "phase.poker-before"
  | "phase.poker-dealt"
  | "phase.poker-looked"
  | "phase.poker-first"
  | "phase.poker-first-raised"
  | "phase.poker-first-folded"
  | "phase.poker-showdown"
  | "phase.poker-won"
  | "phase.poker-settled"
  | "phase.street"
  | "phase.held"
  | "phase.verifying"
  | "phase.poker-street"
  | "phase.poker-checked"
  | "phase.poker-bet"
  | "phase.poker-bet-folded"
  | "the-house"
  | "each"
  | "who.acted-before"
  | "who.to-act"
  | "who.out-of-turn"
  | "policy.close"
  | "policy.disallow"
  | "policy.without-jackpot"
  | "choice.continue"
  | "choice.withdraw"
  | "may.raise-to"
  | "may.not-raise"
  | "may.bet-indicated"
  | "may.raise-indicated"
  | "may.bet-another"
  | "may.raise-another"
  | "may.leave-bet"
  | "does.may"
  | "does.not-allowed"
  | "does.last-card-down"
  | "does.asked-all"
  | "does.asked-unbound"
  | "does.asked-one"
  | "does.asked-several"
  | "does.until-chosen"
  | "does.settled-right"
  | "does.put-right"
  | "does.stays"
  | "does.unchanged"
  | "does.unchanged-begun"
  | "does.next-card"
  | "does.meter-before"
  | "does.share-unpaid"
  | "does.all-back"
  | "does.box-out"
  | "does.contribution-out"
  | "does.settled-without"
  | "does.struck-out"
  | "does.live-bet-back"
  | "does.live-bet-back-meter"
  | "does.earlier-round-stays"
  | "does.posted-by-two"
  | "does.settlement-stands"
  | "does.asked-back"
  | "does.still-to-pay"
  | "does.as-they-lie"
  | "does.settled-again"
  | "does.decided-again"
  | "does.pots-again"
  | "does.betting-round-again"
  | "does.betting-goes-on"
  | "does.dealer-pays"
  | "does.no-other-round"
  | "does.all-bets-taken"
  | "does.no-jackpot-bets"
  | "does.no-bets"
  | "does.no-bets-on"
  | "does.left-below"
  | "does.bets-gone-back"
  | "does.bets-settled"
  | "does.considered-folded"
  | "does.folded-before"
  | "does.out-before"
  | "does.settled-as-it-lies"
  | "does.lost-by-fold"
  | "does.lost-unshown"
  | "does.settled-as-shown"
  | "does.community-award"
  | "nothing"
  | "does.chips-back"
  | "does.as-if-not-dealt"
  | "does.street-back-again"
  | "does.street-burn-back-again"
  | "does.street-back"
  | "does.street-burn-back"
  | "does.street-bets-back"
  | "does.folded-stay-out"
  | "does.into-the-shoe"
  | "does.street-later"
  | "does.betting-again"
  | "does.turn-goes-on"
  | "does.blind-short"
  | "does.over-the-line"
  | "does.all-in-bet"
  | "does.all-in-call"
  | "does.all-in-raise"
  | "does.all-in-no-raise"
  | "does.folded-at-once"
  | "does.folded-on-turn"
  | "does.bets-stay"
  | "does.bet-stands"
  | "does.round-after"
  | "does.round-starts"
  | "empty-seat"
  | "nobody"
  | "does.dealt-in-free"
  | "does.dealt-in-live"
  | "does.dealt-in-dead"
  | "does.dealt-in-both"
  | "does.waits"
  | "does.not-dealt-in"
  | "does.missed"
  | "missed.small"
  | "missed.big"
  | "missed.both"
  | "does.seat-free"
  | "rule"
  | "drill.found"
  | "drill.whose"
  | "drill.box-of"
  | "drill.put"
  | "drill.adds-late"
  | "drill.so"
  | "drill.refused"
  | "drill.ruled"
  | "drill.nothing"
  | "drill.nothing-there"
  | "drill.ante-above"
  | "drill.ante-below"
  | "drill.jackpot-alone"
  | "drill.card-turned-box"
  | "drill.card-turned-seat"
  | "drill.card-turned-dealer"
  | "drill.count-box"
  | "drill.count-seat"
  | "drill.no-burn"
  | "drill.no-burn-street"
  | "drill.dealer-count"
  | "drill.community-count"
  | "drill.card-twice"
  | "drill.looked-beside"
  | "drill.left-open"
  | "drill.chips-added"
  | "drill.jackpot-failed"
  | "drill.half-bet"
  | "drill.left-out"
  | "drill.extra-hand"
  | "drill.too-many"
  | "drill.before-turn"
  | "drill.hand-shown"
  | "drill.looks"
  | "drill.looks-too"
  | "drill.walks"
  | "drill.adds"
  | "drill.display-dark"
  | "drill.box-decides"
  | "drill.seat-acts"
  | "drill.seat-acts-to"
  | "scene.interruption"
  | "scene.foreign-card"
  | "scene.deck-count"
  | "scene.shoe-short"
  | "scene.unshuffled"
  | "scene.exposed"
  | "scene.face-up"
  | "scene.misdealt"
  | "scene.no-burn"
  | "scene.simultaneous"
  | "scene.dealing-error"
  | "scene.player-count"
  | "scene.dealer-count"
  | "scene.community-count"
  | "scene.extra-look"
  | "scene.jackpot-down"
  | "scene.jackpot-up"
  | "scene.other"
  | "scene.hand-left-out"
  | "scene.extra-hand"
  | "scene.early-card"
  | "scene.too-many"
  | "scene.late-bet"
  | "scene.walked-away"
  | "scene.walked-away-decided"
  | "scene.not-shown"
  | "scene.out-of-turn"
  | "scene.all-in"
  | "scene.hand-shown"
  | "scene.leaves"
  | "scene.joins"
  | "scene.absent"
  | "scene.returns"
  | "scene.gone"
  | "scene.repair-known"
  | "scene.repair-unknown"
  | "scene.seen-in-time"
  | "scene.seen-by-nobody"
  | "scene.several-cards"
  | "scene.dealt"
  | "scene.hole-cards-dealt"
  | "remedy.and"
  | "remedy.void"
  | "remedy.other"
  | "remedy.over-limit-accepted"
  | "remedy.over-limit-cut"
  | "remedy.below-minimum-accepted"
  | "remedy.jackpot-without-ante-returned"
  | "remedy.wrong-size-accepted"
  | "remedy.hand-shown-folded"
  | "remedy.out-of-turn-retracted"
  | "remedy.below-minimum"
  | "remedy.bets-closed"
  | "remedy.round-over-wait-for-bets"
  | "remedy.boxes-choose-first"
  | "remedy.nothing-left-to-decide"
  | "remedy.box-may-be-looked-at"
  | "remedy.exposed-too-late"
  | "remedy.no-more-cards-come"
  | "remedy.too-many-acted"
  | "remedy.too-many-found-late"
  | "told.place-your-bets"
  | "told.no-more-bets"
  | "told.bet"
  | "told.bet-added"
  | "told.bet-excess"
  | "told.bet-unnoticed"
  | "told.bet-taken-back"
  | "told.bet-below"
  | "told.bet-without-ante"
  | "told.bet-alive"
  | "told.dealt"
  | "told.walks-away"
  | "told.considered-folded"
  | "told.not-shown"
  | "told.all-turned-up"
  | "told.options-one"
  | "told.options-several"
  | "told.continues"
  | "told.goes-on"
  | "told.settlement-undone"
  | "told.takes-box"
  | "told.box-free"
  | "told.sign-changed"
  | "told.jackpot-pays"
  | "told.void-bets-back"
  | "told.void-chips-back"
  | "told.back"
  | "told.forfeited"
  | "cards"
  | "cards-make"
  | "hand"
  | "told.posts-small"
  | "told.posts-big"
  | "told.posts-small-short"
  | "told.posts-big-short"
  | "told.posts-to-join"
  | "told.posts-missed-small"
  | "told.posts-missed-both"
  | "told.dealt-one-by-one"
  | "told.dealt-in-sets"
  | "told.street-turned"
  | "told.street-turned-no-bets"
  | "told.looks-at-hole-cards"
  | "told.folds"
  | "told.checks"
  | "told.calls"
  | "told.calls-all-in"
  | "told.calls-short"
  | "told.bets"
  | "told.bets-all-in"
  | "told.bets-below"
  | "told.raises"
  | "told.raises-all-in"
  | "told.goes-all-in"
  | "told.raise-reopens"
  | "told.raise-reopens-not"
  | "told.folded-by-rule"
  | "told.away-folded"
  | "told.uncalled-back"
  | "told.shows"
  | "told.shows-first-left"
  | "told.shows-first-for"
  | "told.shows-first-raised"
  | "told.shows-first-bet"
  | "told.mucks"
  | "told.exposes-unnamed"
  | "told.exposes-early"
  | "told.shows-unasked"
  | "told.sits-down"
  | "told.sits-down-owes"
  | "told.is-moved"
  | "told.tops-up"
  | "told.goes-away"
  | "told.goes-away-folded"
  | "told.comes-back-owes-both"
  | "told.comes-back-owes-small"
  | "told.comes-back"
  | "told.leaves-table"
  | "told.deemed-gone"
  | "told.pot-only"
  | "told.pot-main"
  | "told.pot-side"
  | "told.won"
  | "told.pot-won"
  | "told.pot-won-rake"
  | "decided"
  | "told.looks"
  | "told.looks-at"
  | "told.decides"
  | "told.decides-unseen"
  | "told.decides-bet"
  | "told.decides-bet-unseen"
  | "told.street-up"
  | "told.dealer-shows"
  | "told.dealer-shows-qualified"
  | "told.dealer-shows-unqualified"
  | "told.dealt-up"
  | "told.hand-open"
  | "told.box-settled"
  | "told.box-settled-claimed"
  | "stands.not-in-play"
  | "stands.out"
  | "stands.not-shown"
  | "stands.folded"
  | "stands.folded-shown"
  | "stands.against"
  | "outcome.dealer-not-qualified"
  | "outcome.higher-hand-wins"
  | "outcome.lower-hand-loses"
  | "outcome.same-ranking-stands-off"
  | "cards-down"
  | "cards-not-entered"
  | "suspended-by"
  | "incident-waits-for"
  | "pot-differs"
  | "account-differs"
  | "program-differs"
  | "journal-broken"
  | "journal-head-differs"
  | "journal-ends-early"
  | "parameters-differ"
  | "meter-differs"
  | "no-such-table"
  | "closed"
  | "auditor-acts-not"
  | "table-suspended"
  | "suspended"
  | "moment-missing"
  | "stale"
  | "incident-waits"
  | "house-stopping"
  | "table-closing"
  | "deck-missing"
  | "deck-unchecked"
  | "deck-in-already"
  | "deck-in-use"
  | "deck-sealed"
  | "deck-out-reason"
  | "deck-name"
  | "deck-words"
  | "shuffled-words"
  | "dealer-takes-over"
  | "dealer-assigned"
  | "must-move-first"
  | "must-move-nowhere"
  | "must-move-nobody"
  | "must-move-between-rounds"
  | "must-move-full"
  | "nothing-to-take-back"
  | "dealer-has-it"
  | "no-such-dealer"
  | "system-deals"
  | "float-not-kept"
  | "float-opened"
  | "float-not-opened"
  | "chips-none"
  | "chips-too-many"
  | "slips-too-many"
  | "tray-has-less"
  | "no-such-slip"
  | "slip-approved"
  | "slip-not-approved"
  | "slip-acknowledged"
  | "slip-needs-no-dealer"
  | "dealer-acknowledges"
  | "barred"
  | "barred-walk-in"
  | "not-barred"
  | "no-such-shift"
  | "shift-open"
  | "shift-closed"
  | "no-such-player-to-seat"
  | "walk-in-needs-a-dealer"
  | "no-share-afterwards"
  | "nothing-due"
  | "own-report"
  | "owes-the-house"
  | "you-owe"
  | "owes-less"
  | "write-off-approved"
  | "no-such-write-off"
  | "notice.out-of-turn"
  | "notice.report-decided"
  | "now.wait"
  | "now.bets-back"
  | "now.boxes-choose"
  | "now.pay-again"
  | "now.next-round"
  | "now.go-on"
  | "no-such-incident"
  | "reason-needed"
  | "waits.stands.players-lost"
  | "waits.stands.suspended"
  | "waits.stands.award"
  | "waits.stands.link-change"
  | "waits.stands.device"
  | "waits.stands.dealer"
  | "waits.verify"
  | "waits.locked"
  | "waits.link-has-paid"
  | "waits.table-has-paid"
  | "waits.link-down"
  | "waits.outside"
  | "waits.change"
  | "waits.change-to"
  | "waits.user"
  | "waits.new-user"
  | "waits.deposit"
  | "waits.withdrawal"
  | "waits.chips"
  | "waits.write-off"
  | "incident-undecided"
  | "reported-by-another"
  | "incident-decided"
  | "no-such-link"
  | "no-award-in-sight"
  | "id-reused"
  | "store-failed"
  | "store-away"
  | "decider-away"
  | "no-coach-here"
  | "box-not-yours"
  | "nothing-to-decide"
  | "coach-sees-no-cards"
  | "coach-look-first"
  | "seat-not-yours"
  | "coach-not-your-turn"
  | "cards-told-when-over"
  | "round-open-ask-again"
  | "too-many-rounds"
  | "life-too-long"
  | "no-phh"
  | "too-many-acts"
  | "name-taken-already"
  | "no-such-player"
  | "table-there-already"
  | "link-by-change"
  | "closed-already"
  | "closing-already"
  | "real-shoe"
  | "shoe-stacked-between-rounds"
  | "evidence-too-long"
  | "too-many-tokens"
  | "events-ahead"
  | "events-archived"
  | "round-archived"
  | "no-such-round-of"
  | "deck-opened-when-over"
  | "deck-damaged"
  | "real-shoe-no-roots"
  | "no-chips-here"
  | "chips-between-rounds"
  | "bring-more-than-0"
  | "leaving"
  | "dealer-closes-bets"
  | "ready-already"
  | "table-full"
  | "place-on-offer"
  | "has-a-place"
  | "waits-already"
  | "no-such-place"
  | "no-place-offered"
  | "queue-full"
  | "reshuffled-cards-are-read"
  | "places-not-one-after-the-other"
  | "reported-earlier"
  | "dismiss-or-rule"
  | "decision-begins-with"
  | "decision-keeps-report"
  | "no-such-award"
  | "not-a-second-person"
  | "nothing-asked"
  | "asked-too-long-ago"
  | "name-taken"
  | "display-name-form"
  | "display-name-of-the-house"
  | "no-such-user"
  | "last-shift-manager"
  | "still-has-a-place"
  | "act-on-its-way"
  | "no-such-house-change"
  | "house-change-over"
  | "shift-manager-approves"
  | "no-such-change"
  | "poker-has-no-jackpot"
  | "linked-already"
  | "linked-elsewhere"
  | "about-to-be-linked"
  | "link-suspended-no-tables"
  | "sign-without-jackpot-bet"
  | "link-suspended-receives-nothing"
  | "about-to-be-transferred"
  | "about-to-be-transferred-to"
  | "policy-unknown"
  | "closing-is-the-shift-managers"
  | "stays-suspended"
  | "rank-does"
  | "reason-in-words"
  | "verifies-an-award"
  | "asks-for-a-change"
  | "approves-a-change"
  | "withdraws-a-change"
  | "suspends-a-link"
  | "resumes-a-link"
  | "no-cards-read"
  | "cards-due-got"
  | "card-out-already"
  | "deal-not-finished"
  | "no-such-round"
  | "link-there-already"
  | "account-too-large"
  | "not-enough-in-wallet"
  | "not-enough-chips"
  | "call.bets"
  | "call.no-more-bets"
  | "call.blinds"
  | "notice.one-hand-only"
  | "notice.below-minimum"
  | "notice.you-wait"
  | "notice.back-and-wait"
  | "notice.you-pay"
  | "notice.you-pay-dead"
  | "notice.back-and-pay"
  | "notice.back-and-pay-dead"
  | "notice.you-pay-nothing"
  | "notice.back-and-pay-nothing"
  | "notice.next-version"
  | "notice.no-bets"
  | "notice.no-jackpot-bets"
  | "notice.no-bets-on-box"
  | "in-time"
  | "when-the-dealer-asks"
  | "rule.silent-walks-away"
  | "rule.silent-checks-or-folds"
  | "rule.away-after"
  | "rule.clocks-go-on"
  | "rule.place-kept"
  | "rule.dealer-pays"
  | "jackpot.funding"
  | "jackpot.order"
  | "jackpot.fold-loses"
  | "jackpot.fold-keeps"
  | "too-many-tries"
  | "acts-too-fast"
  | "too-many-refused"
  | "strangers-too-fast"
  | "lookups-busy"
  | "pdf-not-installed"
  | "stopping"
  | "stopping-come-back"
  | "did-not-work"
  | "store-stopped"
  | "bearer-needed"
  | "metrics-token-needed"
  | "session-ended"
  | "coach-busy"
  | "coach-working"
  | "coach-failed"
  | "store-keeps-nothing"
  | "sign-in-for-socket"
  | "roles-only"
  | "too-many-watched"
  | "pit-for-staff"
  | "no-spectators"
  | "table-busy"
  | "house-full"
  | "too-many-sockets"
  | "too-many-sockets-an-address"
  | "nothing-here"
  | "sign-in-first"
  | "no-such-file"
  | "too-many-sign-in"
  | "wrong-password"
  | "set-up-already"
  | "wrong-code"
  | "invitation-needed"
  | "wrong-old-password"
  | "password-common"
  | "second-factor-needed"
  | "second-factor-wrong"
  | "second-factor-first"
  | "second-factor-ask-first"
  | "own-sessions"
  | "user-changed"
  | "no-such-rulebook"
  | "no-such-table-here"
  | "no-such-link-here"
  | "no-such-player-here"
  | "no-such-number"
  | "clock-by-itself"
  | "own-account"
  | "amount-too-small"
  | "no-such-user-here"
  | "life-for-the-auditor"
  | "no-such-drill"
  | "no-such-drill-set"
  | "exam-not-set"
  | "no-such-certificate"
  | "not-a-dealer"
  | "too-many-drills-set"
  | "too-many-answers"
  | "drill-of-another-release"
  | "drill-over"
  | "question-asked"
  | "training-busy"
  | "id-used"
  | "reason-over-limit"
  | "reason-not-plain"
  | "reason-empty"
  | "told.the-dealer"
  | "told.the-board"
  | "told.box-of"
  | "told.cards-named"
  | "told.round-corrected"
  | "told.seat-was-pushed"
  | "told.decide-again"
  | "told.still-to-pay"
  | "told.to-ask-back"
  | "told.cards-lie"
  | "told.street-dealt"
  | "told.dealer-takes-two"
  | "told.bets-taken-again"
  | "told.face-up-card"
  | "told.face-up-card-changes"
  | "told.box-out"
  | "told.cards-change-places"
  | "told.day-ends"
  | "told.lie-there"
  | "told.betting-again"
  | "told.pots-again"
  | "told.seat-of"
  | "told.round-started"
  | "told.round-started-empty"
  | "told.round-started-two"
  | "told.first-to-act"
  | "told.first-orbit-owes-nothing"
  | "told.relocated-owes-nothing"
  | "told.misses-big"
  | "told.misses-big-too"
  | "told.misses-small"
  | "told.misses-small-nobody"
  | "told.waits-for-button"
  | "told.away"
  | "told.gives-back"
  | "told.moves"
  | "told.no-chips"
  | "told.only-one-left"
  | "told.only-one-left-wins-nothing"
  | "told.beaten-unseen"
  | "told.shares-no-pot"
  | "told.showdown"
  | "told.payments-wait"
  | "told.acted-out-of-turn"
  | "told.a-card"
  | "told.card-set-aside"
  | "told.gets-next-card"
  | "told.next-card-used"
  | "told.button-lies"
  | "told.dead-button"
  | "told.first-orbit-over"
  | "told.all-hands-up"
  | "told.leaves-paid-later"
  | "told.leaves-hand-stays"
  | "told.leaves-all-in"
  | "told.back-into-the-shoe"
  | "told.next-as-if-not-dealt"
  | "told.table-waits"
  | "told.table-goes-on"
  | "told.table-closed"
  | "told.day-ends-forgotten"
  | "told.entry-taken-back"
  | "told.new-rulebook"
  | "told.brings"
  | "told.leaves-with"
  | "told.leaves-when-over"
  | "told.player-asked"
  | "told.player-declined"
  | "told.time-ran-out"
  | "told.no-further-round"
  | "told.reported"
  | "told.incident"
  | "told.incident-of-box"
  | "told.ruled"
  | "told.dismissed"
  | "at"
  | "amount-too-long"
  | "not-an-amount"
  | "amount-above-all"
  | "not-a-fraction"
  | "amount-up-or-down"
  | "card-twice"
  | "ten-is-t"
  | "card-in-letters"
  | "not-a-card"
  | "whole-number"
  | "duration"
  | "table-name"
  | "user-name"
  | "jackpot-bet-missing"
  | "sign-changes-nothing";

export type FromClient = {
  act: TableAct;
} | {
  watch: WatchTable | WatchLink | WatchPit | WatchLobby;
} | {
  unwatch: WatchTable | WatchLink | WatchPit | WatchLobby;
} | {
  ping: number;
};

export type FromServer = Hello | Sign | Table | Link | Pit | Lobby | Done | Waiting | PlayerAsked | Error | Pong | Bye;
