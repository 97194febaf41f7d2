// Run against a served site's data: makes the admin named first and the enquiries given as JSON.
import { closeDatabase } from '#db/database.server.ts';
import { makeAdmin } from './admins.ts';
import { putEnquiry } from '../servers/store.ts';

const [email = '', enquiries = '[]'] = process.argv.slice(2);
if (email) await makeAdmin(email);
const ids: number[] = [];
for (const enquiry of JSON.parse(enquiries)) ids.push(await putEnquiry(enquiry));
process.stdout.write(JSON.stringify(ids));
await closeDatabase();
process.exit(0);
