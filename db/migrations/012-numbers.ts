import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.

/**
 * Counts of enquiries and of first replies by the day in Athens on which the enquiry came in, kept by
 * triggers whoever writes: the numbers page reads days, and never enquiries (docs/decisions/012).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const statement of TABLES) await run(statement);
  await sql`INSERT INTO public_holidays SELECT value FROM json_each(${JSON.stringify(holidays())})`.execute(
    db,
  );
  for (const statement of [...BACKFILL, ...ENQUIRY_TRIGGERS, ...REPLY_TRIGGERS]) {
    await run(statement);
  }
}

/**
 * What a clock in Athens shows at an instant of a column: two hours ahead of UTC, three from the last
 * Sunday of March to that of October, changed at 01:00 UTC (directive 2000/84/EC).
 */
function athens(format: string, instant: string): string {
  const lastSunday = (day: string) =>
    `date(substr(${instant}, 1, 4) || '-${day}', '-6 days', 'weekday 0') || 'T01'`;
  return `strftime('${format}', ${instant}, CASE
    WHEN ${instant} >= ${lastSunday('03-31')} AND ${instant} < ${lastSunday('10-31')}
    THEN '+3 hours' ELSE '+2 hours' END)`;
}

/** No enquiry is refused because its day cannot be told. */
const dayOf = (row: string) => `coalesce(${athens('%Y-%m-%d', `${row}.created_at`)}, '1970-01-01')`;
const clockOf = (row: string) => athens('%Y-%m-%dT%H:%M:%S', `${row}.created_at`);

const isWorking = (day: string) =>
  `strftime('%w', ${day}) NOT IN ('0', '6') AND ${day} NOT IN (SELECT day FROM public_holidays)`;
/** In Greece no more than six days without work follow each other. */
const DAYS_AHEAD = Array.from({ length: 14 }, (_, day) => `(${day + 1})`).join(', ');
const secondWorkingDay = (after: string) => `(
  SELECT ahead.day
  FROM (SELECT date(${after}, column1 || ' days') AS day FROM (VALUES ${DAYS_AHEAD})) AS ahead
  WHERE ${isWorking('ahead.day')}
  ORDER BY ahead.day LIMIT 1 OFFSET 1)`;

const TABLES = [
  `CREATE TABLE enquiry_days (
    day TEXT NOT NULL,
    project TEXT NOT NULL,
    language TEXT NOT NULL,
    total INTEGER NOT NULL,
    PRIMARY KEY (day, project, language)
  ) STRICT, WITHOUT ROWID`,
  'CREATE TABLE public_holidays (day TEXT PRIMARY KEY) STRICT, WITHOUT ROWID',
  // `day` is that of the enquiry, `hours` how long it waited, `in_time` whether the promise was kept.
  `CREATE TABLE first_replies (
    enquiry_id INTEGER PRIMARY KEY REFERENCES contact_submissions (id) ON DELETE CASCADE,
    replied_at TEXT NOT NULL,
    day TEXT NOT NULL,
    hours INTEGER NOT NULL,
    in_time INTEGER NOT NULL CHECK (in_time IN (0, 1))
  ) STRICT`,
  `CREATE TABLE first_reply_days (
    day TEXT NOT NULL,
    hours INTEGER NOT NULL,
    in_time INTEGER NOT NULL,
    total INTEGER NOT NULL,
    PRIMARY KEY (day, hours, in_time)
  ) STRICT, WITHOUT ROWID`,
  // The promise is kept until the same time of the second working day after the enquiry; one that
  // came in on a holiday has until the end of that day.
  `CREATE VIEW reply_waits AS
    SELECT reply_id, enquiry_id, replied_at, day, hours,
      coalesce(replied <= ${secondWorkingDay('day')} || CASE WHEN ${isWorking('day')}
        THEN substr(asked, 11) ELSE 'T23:59:59' END, 0) AS in_time
    FROM (
      SELECT replies.id AS reply_id, replies.enquiry_id, replies.created_at AS replied_at,
        ${dayOf('enquiry')} AS day, ${clockOf('enquiry')} AS asked, ${clockOf('replies')} AS replied,
        max(0, coalesce(CAST(round((unixepoch(replies.created_at)
          - unixepoch(enquiry.created_at)) / 3600.0) AS INTEGER), 0)) AS hours
      FROM replies JOIN contact_submissions AS enquiry ON enquiry.id = replies.enquiry_id)`,
];

const FIRST_OF = (enquiry: string) => `
  INSERT INTO first_replies (enquiry_id, replied_at, day, hours, in_time)
    SELECT enquiry_id, replied_at, day, hours, in_time FROM reply_waits
    WHERE enquiry_id = ${enquiry} ORDER BY replied_at, reply_id LIMIT 1;`;

const BACKFILL = [
  `INSERT INTO enquiry_days
    SELECT ${dayOf('enquiry')} AS day, project, language, count(*)
    FROM contact_submissions AS enquiry GROUP BY day, project, language`,
  `INSERT OR IGNORE INTO first_replies (enquiry_id, replied_at, day, hours, in_time)
    SELECT enquiry_id, replied_at, day, hours, in_time FROM reply_waits
    ORDER BY replied_at, reply_id`,
  `INSERT INTO first_reply_days
    SELECT day, hours, in_time, count(*) FROM first_replies GROUP BY day, hours, in_time`,
];

const add = (table: string, columns: string, values: string) => `
  INSERT INTO ${table} (${columns}, total) VALUES (${values}, 1)
    ON CONFLICT (${columns}) DO UPDATE SET total = total + 1;`;
const take = (table: string, columns: string, values: string) => `
  UPDATE ${table} SET total = total - 1 WHERE (${columns}) = (${values});
  DELETE FROM ${table} WHERE (${columns}) = (${values}) AND total = 0;`;

const enquiryKey = (row: string) => `${dayOf(row)}, ${row}.project, ${row}.language`;
const addEnquiry = add('enquiry_days', 'day, project, language', enquiryKey('new'));
const takeEnquiry = take('enquiry_days', 'day, project, language', enquiryKey('old'));
const replyKey = (row: string) => `${row}.day, ${row}.hours, ${row}.in_time`;

const ENQUIRY_TRIGGERS = [
  `CREATE TRIGGER enquiry_days_insert AFTER INSERT ON contact_submissions
    BEGIN ${addEnquiry} END`,
  `CREATE TRIGGER enquiry_days_delete AFTER DELETE ON contact_submissions
    BEGIN ${takeEnquiry} END`,
  `CREATE TRIGGER enquiry_days_update
    AFTER UPDATE OF created_at, project, language ON contact_submissions
    BEGIN ${takeEnquiry} ${addEnquiry}
      DELETE FROM first_replies WHERE enquiry_id = new.id; ${FIRST_OF('new.id')} END`,
];

const REPLY_TRIGGERS = [
  `CREATE TRIGGER first_reply_days_insert AFTER INSERT ON first_replies
    BEGIN ${add('first_reply_days', 'day, hours, in_time', replyKey('new'))} END`,
  `CREATE TRIGGER first_reply_days_delete AFTER DELETE ON first_replies
    BEGIN ${take('first_reply_days', 'day, hours, in_time', replyKey('old'))} END`,
  `CREATE TRIGGER first_replies_insert AFTER INSERT ON replies
    WHEN NOT EXISTS (SELECT 1 FROM first_replies
      WHERE enquiry_id = new.enquiry_id AND replied_at <= new.created_at)
    BEGIN DELETE FROM first_replies WHERE enquiry_id = new.enquiry_id; ${FIRST_OF('new.enquiry_id')} END`,
  // With its enquiry a reply goes without another taking its place: there is none to wait.
  `CREATE TRIGGER first_replies_delete AFTER DELETE ON replies
    BEGIN DELETE FROM first_replies WHERE enquiry_id = old.enquiry_id; ${FIRST_OF('old.enquiry_id')} END`,
];

const FIXED_HOLIDAYS = ['01-01', '01-06', '03-25', '05-01', '08-15', '10-28', '12-25', '12-26'];
/** Days after Easter Sunday: Clean Monday, Good Friday, Easter Monday, Whit Monday. */
const MOVING_HOLIDAYS = [-48, -2, 1, 50];
const YEARS = { first: 2020, last: 2099 };

/** The national holidays of Greece as ISO days; a Sunday among them changes nothing. */
function holidays(): string[] {
  const days = new Set<string>();
  for (let year = YEARS.first; year <= YEARS.last; year += 1) {
    for (const day of FIXED_HOLIDAYS) days.add(`${year}-${day}`);
    for (const offset of MOVING_HOLIDAYS) days.add(afterEaster(year, offset));
  }
  return [...days].sort();
}

/** Orthodox Easter (Meeus, Julian rule; the Julian calendar is 13 days behind until 2099). */
function afterEaster(year: number, offset: number): string {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const day = new Date(Date.UTC(year, 2, 22 + d + e + 13 + offset));
  return day.toISOString().slice(0, 10);
}
