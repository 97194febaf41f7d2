import { Crumbs } from '#app/ui/page/crumbs.tsx';

interface ProjectHeadProps {
  /** The name of the list that it belongs to. */
  list: string;
  title: string;
  category: string;
  year: string;
}

/** The head of a project: where it belongs, and its name. */
export function ProjectHead({ list, title, category, year }: ProjectHeadProps) {
  return (
    <section className="project-head sheet">
      <Crumbs from={{ label: list, to: '/projects' }}>
        <span>{category}</span>
        <span>{year}</span>
      </Crumbs>
      <h1 className="mega">{title}</h1>
    </section>
  );
}
