import { isRouteErrorResponse } from 'react-router';

/** What a page says of itself that is not there: its loader throws it, with the status 404. */
export interface MissingPage {
  title: string;
  text: string;
}

/** The words of a page that is not there; null for any other error. */
export function missingPage<Words extends MissingPage>(error: unknown): Words | null {
  if (!isRouteErrorResponse(error) || error.status !== 404) return null;
  return isSaid(error.data) ? (error.data as Words) : null;
}

function isSaid(data: unknown): data is MissingPage {
  return typeof data === 'object' && data !== null && 'title' in data && 'text' in data;
}
