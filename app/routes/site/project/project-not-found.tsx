import { isRouteErrorResponse } from 'react-router';
import { projectNotFound } from '#app/content/texts/site-pages.ts';
import { ButtonLink } from '#app/ui/forms/button.tsx';
import { OutOfOrder } from '#app/routes/site/shell/out-of-order.tsx';

/** What a project's page shows when there is no such project (ledger R-6), or when it failed. */
export function ProjectNotFound({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <OutOfOrder />;
  return (
    <section className="sheet soon soon--lost fence">
      <h1 className="display at-main">{projectNotFound.title}</h1>
      <p className="large at-text">{projectNotFound.text}</p>
      <p className="at-text">
        <ButtonLink to="/projects">{projectNotFound.link}</ButtonLink>
      </p>
    </section>
  );
}
