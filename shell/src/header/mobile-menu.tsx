// Native <details>: the menu opens before the script is there, and without it.
import { BookLink } from '@site/shared/ui/button'
import { CloseIcon, MenuIcon } from '@site/shared/ui/icons'
import { useEffect, useRef } from 'react'
import { navigation } from './menu.copy.ts'
import * as styles from './mobile-menu.module.css'

export function MobileMenu({ path }: { path: string }) {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => (menu.current ? driveMenu(menu.current) : undefined), [])
  return (
    <details className={styles.menu} ref={menu} data-menu>
      <summary className={styles.toggle}>
        <span className="visually-hidden">Menu</span>
        <span className={styles.toggleIconOpen}>
          <MenuIcon />
        </span>
        <span className={styles.toggleIconClose}>
          <CloseIcon />
        </span>
      </summary>
      <nav className={styles.sheet} aria-label="Main">
        <div className="container">
          <ul className={styles.list}>
            {navigation.map((item) => (
              <li key={item.name}>
                <a className={styles.link} href={item.href} aria-current={item.href === path ? 'page' : undefined}>
                  {item.name}
                </a>
                {item.items && (
                  <ul className={styles.sub}>
                    {item.items.map(({ name, href }) => (
                      <li key={name}>
                        <a className={styles.sublink} href={href}>
                          {name}
                        </a>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
          <BookLink look={['primary', 'wide']} />
        </div>
      </nav>
    </details>
  )
}

/** Any link closes the menu, in it or beside it; so do Escape, going back, and leaving it with the keyboard. */
function driveMenu(menu: HTMLDetailsElement): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const close = () => {
    menu.open = false
  }
  const closeOnLink = (event: Event) => (event.target as Element).closest('a') && close()
  const closeOnLeave = ({ relatedTarget }: FocusEvent) => relatedTarget && !menu.contains(relatedTarget as Node) && close()
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menu.open) return
    close()
    menu.querySelector('summary')?.focus()
  }
  document.addEventListener('click', closeOnLink, { signal })
  menu.addEventListener('focusout', closeOnLeave, { signal })
  addEventListener('keydown', closeOnEscape, { signal })
  addEventListener('popstate', close, { signal })
  return () => stop.abort()
}
