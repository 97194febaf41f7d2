/** The words of the contact page and its form (ledger CF-1, CF-2, P-10). */
export const contact = {
  title: 'Contact DRYS Woodworking',
  description:
    'Send an enquiry to our factory in Avlona, Attica. We reply within 1-2 business days.',
  heading: "Let's bring wood to life together",
  intro:
    'Tell us what you want made, where it will stand and when you need it. A rough sketch is enough to start from. You can also call, or come and see the factory.',
  map: 'View on map',
  labels: {
    full_name: 'Name',
    email: 'Email',
    phone: 'Phone',
    company: 'Company',
    project: 'Project Type',
    message: 'Message',
  },
  optional: 'Optional',
  projectTypes: ['Private House', 'Office Spaces', 'Public Buildings', 'Exhibition Booths'],
  button: 'Send Message',
  busy: 'Sending...',
  about: 'Your enquiry mentions the project',
  promise: 'We use what you send only to answer you.',
} as const;

/** What the contact form says about a refusal: ledger CF-4 to CF-6, CF-9, CF-11, CF-12. */
export const contactErrors = {
  full_name: { title: 'Invalid name', message: 'Please enter your full name.' },
  email: { title: 'Invalid email', message: 'Please enter a valid email address.' },
  phone: { title: 'Invalid phone', message: 'Please use at most 20 characters.' },
  company: { title: 'Invalid company', message: 'Please use at most 100 characters.' },
  project: {
    title: 'Invalid project type',
    message: 'Please choose one of the four project types.',
  },
  message: { title: 'Message too long', message: 'Please use at most 2000 characters.' },
  verification: {
    title: 'Verification required',
    message: 'Please complete the human verification challenge.',
  },
  wait: {
    title: 'Please wait',
    message: 'You can only submit the form once per minute.',
  },
  limit: {
    title: 'Submission limit reached',
    message: 'Maximum number of submissions reached. Please try again later.',
  },
  send: {
    title: 'Error sending message',
    message: 'Please try again or contact us directly via email.',
  },
} as const;

/** The text under the verification widget when it fails (CF-12). */
export const widgetError = 'Failed to verify you are human. Please try again.';

/** The toast after an enquiry has been stored (CF-11). */
export const contactSuccess = {
  title: 'Message sent successfully',
  message: "We'll respond to your inquiry within 1-2 business days.",
} as const;

/** The words of the human verification (ledger CF-12). */
export const humanCheck = {
  label: 'I am human',
  by: ['Checked in your browser,', 'by our own server'],
  checking: 'Checking...',
} as const;

/** What stands beside the button while it waits, or may be pressed without the check. */
export const sendHints = {
  tick: `Tick “${humanCheck.label}” first.`,
  checking: 'Checking that you are human...',
  unverified: 'You can send without the check.',
  sending: 'Your message is on its way.',
} as const;

/** The heading of the list of errors, by how many fields it is about. */
export function errorHeading(count: number): string {
  const fields = count === 1 ? 'the field below' : `the ${count} fields below`;
  return `The message was not sent. Please check ${fields}.`;
}
