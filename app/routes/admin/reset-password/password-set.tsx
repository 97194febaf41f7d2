import { useEffect } from 'react';
import { Link, href, useNavigate } from 'react-router';
import { AuthPageLinks } from '#app/routes/admin/auth-page/auth-page-links.tsx';
import type { ResetWords } from '#app/content/desk/reset-password.server.ts';
import { MOTION } from '#app/ui/site-limits.ts';

/** The password is set: on to the login in a moment (ledger RP-5). */
export function PasswordSet({ words }: { words: ResetWords }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(
      () => void navigate(href('/admin'), { replace: true }),
      MOTION.passwordSetRedirectMs,
    );
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <>
      <p>{words.done}</p>
      <AuthPageLinks>
        <Link className="quiet" to={href('/admin')}>
          {words.toLogin}
        </Link>
      </AuthPageLinks>
    </>
  );
}
