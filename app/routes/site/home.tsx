import type { Route } from './+types/home';
import { home } from '#app/content/home.ts';
import type { SiteHandle } from './handle.ts';
import { pageMeta } from './page-meta.ts';

export const handle: SiteHandle = { endsIn: 'ink' };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: home.title, description: home.description, path: '/' });
}

export default function Home() {
  return (
    <section className="hero sheet">
      <h1 className="mega">
        <span>{home.hero.heading[0]}</span> <span>{home.hero.heading[1]}</span>
      </h1>
    </section>
  );
}
