import { BookLink } from '@site/shared/ui/button'
import { useEffect, useRef } from 'react'
import { Wordmark } from '../wordmark/wordmark.tsx'
import { Dropdown } from './dropdown.tsx'
import * as styles from './header.module.css'
import { navigation } from './menu.copy.ts'
import { MobileMenu } from './mobile-menu.tsx'

/** `path` is the page on screen, in its canonical form. */
export function Header({ path }: { path: string }) {
  const header = useRef<HTMLElement>(null)
  useEffect(() => markWhenStuck(header.current), [])
  return (
    <header className={styles.header} ref={header}>
      <div className={`${styles.bar} container`}>
        <Wordmark id="header-mark" />
        <nav className={styles.nav} aria-label="Main">
          <ul className={styles.list}>
            {navigation.map((item) =>
              item.items ? (
                <Dropdown key={item.name} item={item} current={item.href === path} />
              ) : (
                <li key={item.name}>
                  <a className={styles.link} href={item.href} aria-current={item.href === path ? 'page' : undefined}>
                    {item.name}
                  </a>
                </li>
              ),
            )}
          </ul>
        </nav>
        <div className={styles.action}>
          <BookLink look={['primary', 'small']} />
        </div>
        <MobileMenu path={path} />
      </div>
    </header>
  )
}

/** The hairline below the header shows once the page has moved under it. */
function markWhenStuck(header: HTMLElement | null): () => void {
  const mark = () => header?.toggleAttribute('data-stuck', scrollY > 8)
  mark()
  addEventListener('scroll', mark, { passive: true })
  return () => removeEventListener('scroll', mark)
}
