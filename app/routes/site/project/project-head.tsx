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
    <section className="project-head sheet items-end gap-y-5 pt-[calc(var(--spacing-header)+clamp(2rem,5vw,5rem))] pb-[clamp(1.5rem,3vw,3rem)]">
      <Crumbs from={{ label: list, to: '/projects' }}>
        <span>{category}</span>
        <span>{year}</span>
      </Crumbs>
      <h1 className="text-mega max-md:text-[length:var(--text-display)]">{title}</h1>
    </section>
  );
}
