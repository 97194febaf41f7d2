import { Suspense, lazy, useEffect, useState } from 'react';
import { inView } from 'framer-motion/dom';
import { CarouselButtons, type CarouselProps } from './carousel-buttons.tsx';

// Where it cannot be loaded, the native scroller remains.
const Carousel = lazy(() =>
  import('./clients-carousel.tsx').catch(() => ({ default: CarouselButtons })),
);

/** The buttons of the carousel; what moves it is loaded when it comes near the view. */
export function ClientsControls({ section, words }: CarouselProps) {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (section.current) return inView(section.current, () => setNear(true), { margin: '50%' });
  }, [section]);
  if (!near) return <CarouselButtons words={words} />;
  return (
    <Suspense fallback={<CarouselButtons words={words} />}>
      <Carousel section={section} words={words} />
    </Suspense>
  );
}
