import { expect, test } from 'vitest';
import { ConfigError, parseConfig, VARIABLES } from '#app/config.server.ts';
import { runScript } from '../support/servers/served-site.ts';

test('has the defaults of the contract', () => {
  expect(parseConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    trustProxy: 0,
    turnstile: null,
    retentionMonths: 24,
    mailFrom: 'DRYS <no-reply@drys.example>',
    enquiryNotifyTo: [],
    replyTo: undefined,
    receiptMail: true,
    staffLanguage: 'en',
  });
});

test('treats an empty value like a missing one', () => {
  expect(parseConfig({ PORT: '', SMTP_URL: ' ' })).toMatchObject({
    port: 3000,
    smtpUrl: undefined,
  });
});

test.each([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PUBLIC_URL', 'drys.example'],
  ['PUBLIC_URL', 'https://drys.example/site'],
  ['PUBLIC_URL', 'ftp://drys.example'],
  ['SESSION_SECRET', 'short'],
  ['SESSION_SECRET', 'changeme-changeme-changeme-changeme-changeme'],
  ['SESSION_SECRET', 'a'.repeat(64)],
  ['TRUST_PROXY', 'true'],
  ['SMTP_URL', 'https://mail.example'],
  ['SMTP_URL', 'smtps://'],
  ['SMTP_URL', 'smtp:mail.example'],
  ['SMTP_URL', 'smtps://desk:se/cret@mail.example'],
  ['SMTP_URL', 'smtps://desk:secret@mail.example:99999'],
  ['MAIL_FROM', 'DRYS\r\nBcc: x@y.example'],
  ['ENQUIRY_NOTIFY_TO', 'desk@drys.example, nobody'],
  ['MAIL_FROM', 'DRYS'],
  ['MAIL_FROM', '@'],
  ['MAIL_FROM', 'DRYS <no-reply@>'],
  ['MAIL_FROM', 'DRYS <no-reply@drys.example'],
  ['MAIL_FROM', 'a@drys.example, b@drys.example'],
  ['MAIL_FROM', 'DRYS, Athens <no-reply@drys.example>'],
  ['REPLY_TO', 'nobody'],
  ['REPLY_TO', 'a@drys.example, b@drys.example'],
  ['REPLY_TO', 'a@drys.example\r\nBcc: x@y.example'],
  ['IMAP_URL', 'desk:secret@mail.example'],
  ['IMAP_URL', 'https://desk:secret@mail.example/'],
  ['IMAP_URL', 'imaps://mail.example/INBOX'],
  ['IMAP_URL', 'imaps://desk@mail.example/'],
  ['IMAP_URL', 'imap://desk:secret@mail.example/INBOX'],
  ['IMAP_URL', 'imaps://desk:se%cret@mail.example/'],
  ['IMAP_URL', 'imaps://desk:secret%0D%0Aa1 NOOP@mail.example/'],
  ['IMAP_URL', 'imaps://desk:secret@mail.example/INBOX?x=1'],
  ['RECEIPT_MAIL', 'no'],
  ['STAFF_LANGUAGE', 'de'],
  ['TURNSTILE_SITE_KEY', 'alone'],
  ['RETENTION_MONTHS', '1.5'],
  ['OPERATOR_COMMAND', 'drys'],
  ['SESSION_SECRET', 'kN3v#7Yp2Qm9Xc4Wz8Rt6Bf1Hd5Js0LgAa'],
  ['SESSION_SECRET', 'kN3v\\7Yp2Qm9Xc4Wz8Rt6Bf1Hd5Js0LgAa'],
  ['ENQUIRY_NOTIFY_TO', 'mailto:office@drys.example'],
  ['ENQUIRY_NOTIFY_TO', '"office@drys.example'],
  ['REPLY_TO', 'mailto:office@drys.example'],
  ['MAIL_FROM', 'DRYS <mailto:no-reply@drys.example>'],
])('refuses %s=%j with one line that names it', (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => parseConfig({ [name]: value })).toThrow(/^[A-Z_]+ [^\n]+$/);
});

test.each([
  ['ENQUIRY_NOTIFY_TO', 'Office <office@drys.example>', /without names, separated by commas/],
  ['REPLY_TO', 'Office <office@drys.example>', /without a name/],
  ['MAIL_FROM', 'DRYS, Avlona <no-reply@drys.example>', /a name has no comma/],
])('says which part of %s=%j is wrong', (name, value, advice) => {
  expect(() => parseConfig({ [name]: value })).toThrow(advice);
});

const validValues = {
  PORT: '3000',
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://drys.example',
  DATA_DIR: '/var/lib/drys data',
  SESSION_SECRET: 'kN3v7Yp2Qm9Xc4Wz8Rt6Bf1Hd5Js0LgAa',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtp://localhost:25',
  MAIL_FROM: 'no-reply@drys.example',
  ENQUIRY_NOTIFY_TO: 'office@drys.example',
  REPLY_TO: 'office@drys.example',
  RECEIPT_MAIL: 'on',
  PEOPLE_PAGE: 'on',
  STAFF_LANGUAGE: 'el',
  TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
  TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA',
  TURNSTILE_ORIGIN: 'https://challenges.cloudflare.com',
  ATTACHMENTS_MAX_MB: '5000',
  CLAMD_URL: 'tcp://localhost:3310',
  IMAP_URL: 'imaps://desk:secret@mail.example/INBOX',
  RETENTION_MONTHS: '24',
  OPERATOR_COMMAND: 'docker exec drys node scripts/{command}.ts',
};

test('knows a valid value of every variable', () => {
  expect(Object.keys(validValues).toSorted()).toEqual(VARIABLES.toSorted());
  expect(() => parseConfig(validValues)).not.toThrow();
});

test.each(VARIABLES)('refuses %s as a shell or an editor of Windows writes it', (name) => {
  const value = validValues[name as keyof typeof validValues];
  for (const spelling of [
    `"${value}"`,
    `'${value}'`,
    `${value} `,
    ` ${value}`,
    `${value}\r`,
    `~${value}`,
  ]) {
    const parse = () => parseConfig({ ...validValues, [name]: spelling });
    expect(parse, spelling).toThrow(ConfigError);
    expect(parse, spelling).toThrow(
      new RegExp(`^${name} must (be written without quotes|not begin)[^\n]+$`),
    );
  }
});

test('takes PUBLIC_URL in every spelling of its origin', () => {
  for (const spelling of [
    'https://DRYS.Example',
    'https://drys.example:443',
    'https://drys.example/',
  ])
    expect(parseConfig({ PUBLIC_URL: spelling }).publicUrl).toBe('https://drys.example');
  expect(parseConfig({ PUBLIC_URL: 'https://έπιπλα-δρυς.gr' }).publicUrl).toMatch(
    /^https:\/\/xn--[a-z0-9-]+\.gr$/,
  );
});

test('CF-6 removes invisible characters from the emails of the configuration', () => {
  const { enquiryNotifyTo, replyTo, mailFrom } = parseConfig({
    ENQUIRY_NOTIFY_TO: 'office@drys.example\u200b,\u200edesk@drys.example',
    REPLY_TO: '\u2060office@drys.exam\u00adple',
    MAIL_FROM: 'no-reply@drys.example\u200b',
  });
  expect(enquiryNotifyTo).toEqual(['office@drys.example', 'desk@drys.example']);
  expect([replyTo, mailFrom]).toEqual(['office@drys.example', 'no-reply@drys.example']);
});

test.each([
  'no-reply@drys.example',
  '<no-reply@drys.example>',
  'DRYS Κουφώματα <no-reply@drys.example>',
  '"DRYS, Athens" <no-reply@drys.example>',
])('accepts the sender %j', (MAIL_FROM) => {
  expect(parseConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM);
});

test('refuses a malformed SMTP_URL with an example, and without its password', () => {
  const SMTP_URL = 'smtps://desk:se/cret@mail.example:465';
  expect(() => parseConfig({ SMTP_URL })).toThrow(
    /^SMTP_URL must be (?!.*cret@).*such as smtps:\/\/office%40drys\.example:password@smtp\.example:465/,
  );
});

test('AN-1 reads the parts of IMAP_URL, and never repeats a refused one', () => {
  const IMAP_URL = 'imaps://desk%40drys.example:p%40ss%2Fword@mail.example/Answers%2FSite';
  expect(parseConfig({ IMAP_URL }).mailbox).toEqual({
    host: 'mail.example',
    port: 993,
    isEncrypted: true,
    user: 'desk@drys.example',
    password: 'p@ss/word',
    folder: 'Answers/Site',
  });
  const local = parseConfig({ IMAP_URL: 'imap://desk:secret@[::1]:1143' }).mailbox;
  expect(local).toMatchObject({ host: '::1', port: 1143, isEncrypted: false, folder: 'INBOX' });
  expect(() => parseConfig({ IMAP_URL: 'imap://desk:secret@mail.example' })).toThrow(
    /^(?!.*secret)/,
  );
});

test('PP-3 shows the people page unless PEOPLE_PAGE is off, and takes no other value', () => {
  expect(parseConfig({}).hasPeoplePage).toBe(true);
  expect(parseConfig({ PEOPLE_PAGE: 'off' }).hasPeoplePage).toBe(false);
  expect(() => parseConfig({ PEOPLE_PAGE: 'no' })).toThrow('PEOPLE_PAGE must be on or off');
});

test('refuses production without https except on localhost', () => {
  const NODE_ENV = 'production';
  expect(() => parseConfig({ NODE_ENV, PUBLIC_URL: 'http://drys.example' })).toThrow(/https/);
  expect(parseConfig({ NODE_ENV, PUBLIC_URL: 'http://127.0.0.1:8080' }).secure).toBe(false);
  expect(parseConfig({ NODE_ENV, PUBLIC_URL: 'https://drys.example/' })).toMatchObject({
    publicUrl: 'https://drys.example',
    secure: true,
  });
});

test('messages name commands by OPERATOR_COMMAND', async () => {
  const OPERATOR_COMMAND = 'docker exec drys node scripts/{command}.ts';
  const { code, stderr } = await runScript(['scripts/admin.ts'], { OPERATOR_COMMAND });
  const usage = 'usage: docker exec drys node scripts/admin.ts list | ';
  expect([code, stderr]).toEqual([1, expect.stringContaining(usage)]);
});
