import { type RefObject, Suspense, lazy, useEffect, useState } from 'react';
import { inView } from 'framer-motion/dom';
import { CarouselButtons } from './carousel-buttons.tsx';

export interface CarouselProps {
  /** Holds the carousel and its buttons. */
  section: RefObject<HTMLElement | null>;
}

// Where it cannot be loaded, the native scroller remains.
const Carousel = lazy(() =>
  import('./clients-carousel.tsx').catch(() => ({ default: () => <CarouselButtons /> })),
);

/** The buttons of the carousel; what moves it is loaded when it comes near the view. */
export function ClientsControls({ section }: CarouselProps) {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (section.current) return inView(section.current, () => setNear(true), { margin: '50%' });
  }, [section]);
  if (!near) return <CarouselButtons />;
  return (
    <Suspense fallback={<CarouselButtons />}>
      <Carousel section={section} />
    </Suspense>
  );
}
