import { type Config, config } from '#app/config.server.ts';
import { languageOf } from '#app/content/language.ts';
import { attachments } from '#app/content/texts/attachments.server.ts';
import { contact } from '#app/content/texts/contact.server.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { findProject, projectTypes } from '#app/content/catalogue/projects.server.ts';
import { takesFiles } from '#app/domain/attachments/attachment-folder.server.ts';
import { fieldAttributes } from '#app/domain/enquiries/enquiry-fields.server.ts';
import { randomToken } from '#app/domain/keys.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { readReceipt } from '#app/routes/site/contact/enquiry-response.server.ts';

/** What the contact page shows at an address: the project it is about, or what has just been sent. */
export function contactPage(url: URL) {
  const language = languageOf(url.pathname);
  const project = findProject(url.searchParams.get('about') ?? '', language);
  const { receipt, filesLeftOut } = readReceipt(url.searchParams.get('sent') ?? '');
  const { success, about, ...words } = contact[language];
  const { notTaken, ...fileWords } = attachments[language];
  return {
    words,
    /** What is said once the enquiry is stored. */
    success: receipt === null ? null : success,
    preview: previewOf('/contact', language),
    formToken: randomToken(CONTACT.formTokenBytes, 'hex'),
    attributes: fieldAttributes,
    turnstile: widgetOf(config()),
    about: project
      ? { slug: project.slug, title: project.title, type: projectTypes[project.kind], said: about }
      : null,
    sketch: picture('facility-1', language),
    receipt,
    /** What is said of files where they are taken. */
    files: takesFiles() ? fileWords : null,
    filesLeftOut: filesLeftOut ? notTaken : null,
  };
}

function widgetOf({ turnstile }: Config) {
  return turnstile && { siteKey: turnstile.siteKey, origin: turnstile.origin };
}
