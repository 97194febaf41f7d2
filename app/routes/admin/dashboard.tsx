import type { Route } from './+types/dashboard';
import { requireAdmin } from '#app/domain/admin-context.server.ts';

export function meta() {
  return [{ title: 'Contact submissions | DRYS' }];
}

export function loader({ context }: Route.LoaderArgs) {
  return { email: requireAdmin(context).email };
}

export default function Dashboard() {
  return <h1>Contact submissions</h1>;
}
