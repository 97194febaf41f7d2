import { data } from 'react-router';
import { interpolate, pluralize } from '#app/components/texts.ts';
import { config } from '#app/config.server.ts';
import { presentWhoAnswers } from '#app/content/catalogue/people.server.ts';
import {
  findProject,
  getPreselectedProjectType,
  MATERIALS_PATH,
  SAMPLE_REQUEST,
} from '#app/content/catalogue/projects.server.ts';
import { formatEnquiryNumber, getCompanyFacts } from '#app/content/company.server.ts';
import { formatDayWithWeekday } from '#app/content/formats.ts';
import { getLocalizedPath, type Language } from '#app/content/language.ts';
import {
  findHowWeWorkLink,
  getPageLanguageAndHead,
  isPagePublished,
} from '#app/content/pages.server.ts';
import { getCompanyTexts } from '#app/content/texts/company.server.ts';
import {
  attachmentTexts,
  getContactTexts,
  sampleRequestTitles,
  unverifiedLimits,
} from '#app/content/texts/contact.server.ts';
import { areAttachmentsEnabled } from '#app/domain/attachments/attachment-folder.server.ts';
import { addDays, DAY, SECOND, toAthensDay } from '#app/domain/clock.server.ts';
import {
  getPromisedAnswerDay,
  isHolidayOrClosedDay,
} from '#app/domain/desk/working-days.server.ts';
import { getFormFields } from '#app/domain/enquiries/enquiry-form.server.ts';
import type { SubmitResult } from '#app/domain/enquiries/intake.server.ts';
import { createRandomToken, sign, unsign } from '#app/domain/keys.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { createSiteCookie, readCookie } from '#app/http/cookies.server.ts';
import type { Route } from './+types/contact.ts';

/** Loads the page, and gives a new visitor the cookie by which submissions are limited. */
export async function loadContactPage({ request, url }: Route.LoaderArgs) {
  const headers = new Headers();
  if (!(await readVisitorCookie(request))) {
    const newCookie = await visitorCookie().serialize(createRandomToken(VISITOR_BYTES));
    headers.set('Set-Cookie', newCookie);
  }
  return data(presentContactPage(url), { headers });
}

export type ContactPage = ReturnType<typeof presentContactPage>;

/** `?about=` names a project; `?sent=` has the receipt of an enquiry to confirm. */
function presentContactPage(url: URL) {
  const { language, head } = getPageLanguageAndHead('/contact', url);
  const { factory, offices, hours, openStatus, phone, phoneHref, email } =
    getCompanyTexts(language);
  const { turnstile } = config();
  const sent = parseReceipt(url.searchParams.get('sent') ?? '');

  return {
    texts: getBrowserTexts(language),
    success: sent && presentSentForm(sent, language),
    head,
    whoAnswers: presentWhoAnswers(language),
    company: {
      factory,
      offices,
      hours,
      openStatus,
      phone,
      phoneHref,
      email,
      openingHours: getCompanyFacts().hours.filter(({ spans }) => spans.length > 0),
    },
    formToken: createRandomToken(CONTACT.formTokenBytes, 'hex'),
    fields: getFormFields('visitor'),
    turnstile: turnstile && { siteKey: turnstile.siteKey, origin: turnstile.origin },
    about: presentAbout(url.searchParams.get('about') ?? '', language),
    howWeWork: findHowWeWorkLink(language),
    holidays: listUpcomingHolidays(),
    files: areAttachmentsEnabled() ? getFileTexts(language) : null,
  };
}

/** Leaves out the texts that only the server uses. */
function getBrowserTexts(language: Language) {
  const {
    title: _title,
    description: _description,
    aboutProject: _aboutProject,
    aboutSample: _aboutSample,
    success: _success,
    howWeWork: _howWeWork,
    ...texts
  } = getContactTexts(language);

  return texts;
}

/** Returns the subject for the head of the form: a project or the sample of a wood (VP-8). */
function presentAbout(slug: string, language: Language) {
  const { aboutProject, aboutSample } = getContactTexts(language);

  const project = findProject(slug, language);
  if (project) {
    return {
      slug: project.slug,
      title: project.title,
      path: `/projects/${project.slug}`,
      type: getPreselectedProjectType(project.categorySlug),
      text: aboutProject,
      picture: project.main,
    };
  }

  if (slug !== SAMPLE_REQUEST) return null;
  const title = sampleRequestTitles[language];
  const path = isPagePublished(MATERIALS_PATH, language) ? MATERIALS_PATH : null;
  return { slug, title, path, type: undefined, text: aboutSample, picture: null };
}

/** Returns the lines that replace the form: the received enquiry and the next steps (VP-9). */
function presentSentForm(sent: SentForm, language: Language) {
  const { title, text, another, ...texts } = getContactTexts(language).success;

  const number = formatEnquiryNumber(sent.enquiryId);
  const day = formatDayWithWeekday(sent.answerDay, language);
  const lines = [interpolate(texts.number, { number }), interpolate(texts.answerBy, { day })];
  if (sent.fileCount > 0) lines.push(pluralize(texts.files, sent.fileCount));
  if (sent.filesLeftOut) lines.push(texts.filesLeftOut);
  lines.push(sent.isReceiptMailed ? texts.receiptMailed : texts.noReceipt);

  return { title, text, lines, another };
}

/** Leaves out the error that only the server writes: it alone opens files. */
function getFileTexts(language: Language) {
  const { errors, ...texts } = attachmentTexts[language];
  const { notAccepted: _notAccepted, ...choiceErrors } = errors;
  return { ...texts, errors: choiceErrors, unverifiedLimits: unverifiedLimits[language] };
}

/** Returns the days off among the next seven days, for the text that says whether the factory is open. */
function listUpcomingHolidays(): string[] {
  const today = toAthensDay(new Date());
  return Array.from({ length: 7 }, (_, days) => addDays(today, days)).filter(isHolidayOrClosedDay);
}

/** Returns the path of the page that confirms a stored enquiry, with its signed receipt. */
export function getSuccessPath(
  enquiry: Extract<SubmitResult, { kind: 'stored' }>,
  language: Language,
): string {
  const { receipt, id, fileCount, isReceiptMailed } = enquiry;
  const day = getPromisedAnswerDay(Date.now()).replaceAll('-', '');
  const facts = [receipt, id, day, fileCount, Number(isReceiptMailed)];
  // The purpose of the signature tells parseReceipt whether the files were left out.
  const purpose = enquiry.filesLeftOut ? 'receipt-without-files' : 'receipt';
  const signedReceipt = sign(purpose, facts.join('-'));
  return `${getLocalizedPath(language, '/contact')}?sent=${signedReceipt}#sent`;
}

type SentForm = NonNullable<ReturnType<typeof parseReceipt>>;

/** Returns null without a valid signature, and for a link of an earlier release, which has not all parts. */
function parseReceipt(signedReceipt: string) {
  const receiptWithoutFiles = unsign('receipt-without-files', signedReceipt);
  const facts = receiptWithoutFiles ?? unsign('receipt', signedReceipt);
  const [, enquiryId = '', day = '', fileCount, mailed] = facts?.split('-') ?? [];
  if (mailed === undefined) return null;

  return {
    enquiryId,
    answerDay: day.replace(/^(....)(..)(..)$/, '$1-$2-$3'),
    fileCount: Number(fileCount),
    isReceiptMailed: mailed === '1',
    filesLeftOut: receiptWithoutFiles !== null,
  };
}

const VISITOR_BYTES = 16;
const VISITOR_DAYS = 30;
const visitorCookie = () =>
  createSiteCookie('visitor', {
    maxAgeSeconds: (VISITOR_DAYS * DAY) / SECOND,
    signedFor: 'visitor',
  });

/** Returns the id of the visitor, by which submissions are rate-limited; null without a valid cookie. */
export const readVisitorCookie = (request: Request): Promise<string | null> =>
  readCookie(request, visitorCookie());
