/** What is said of a request that got no answer of ours, wherever it was made. */
export const requestFailures = {
  unreachable: 'The server could not be reached. Please check your connection and try again.',
  broken: 'Something went wrong here. Please try again in a moment.',
  title: 'The page could not be loaded',
  tryAgain: 'Try again',
} as const;
