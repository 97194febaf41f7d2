/** A legal text: sections of paragraphs, some followed by a list. */
export interface LegalText {
  title: string;
  description: string;
  intro: string;
  /** The day of the last change, YYYY-MM-DD. */
  updated: string;
  sections: { heading: string; body: string[]; list?: string[] }[];
}

/** What the privacy text depends on in this installation. */
export interface PrivacyFacts {
  /** Months an enquiry is kept; 0 keeps it until it is deleted by hand. */
  retentionMonths: number;
  /** Whether Cloudflare Turnstile checks visitors instead of the site's own proof of work. */
  turnstile: boolean;
}
