// Checks the sample content, so that a build stops at an invalid file.
import './command-line/closed-pipe.ts';
import { SAMPLE_FOLDER } from '#app/content/sample.server.ts';
import { checkContentFolder } from '#app/domain/site/content-files.server.ts';

const { problems } = await checkContentFolder(SAMPLE_FOLDER);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
