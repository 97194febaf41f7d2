export const getEmailHref = (email: string): string => `mailto:${email}`;
