import { inView } from 'framer-motion/dom';
import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Loads a module when an element comes near the view, by half a window. Returns a ref for that element, and the
 * module: undefined until it is loaded, and for good if loading fails or `load` returns null.
 */
export function useModuleNearView<Module extends object>(
  load: () => Promise<Module> | null,
): [RefObject<HTMLElement | null>, Module | undefined] {
  const element = useRef<HTMLElement>(null);
  const [module, setModule] = useState<Module>();

  useEffect(() => {
    const loadModule = () => void load()?.then(setModule, () => undefined);
    return inView(element.current!, loadModule, { margin: '50%' });
  }, []);

  return [element, module];
}
