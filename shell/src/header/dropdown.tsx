// Native <details> behind the hover: the list opens before the script is there, and without it.
import { DownIcon } from '@site/shared/ui/icons'
import { useEffect, useRef } from 'react'
import { driveDropdown } from './drive-dropdown.ts'
import * as styles from './dropdown.module.css'
import * as header from './header.module.css'
import type { NavigationItem } from './menu.copy.ts'

export function Dropdown({ item, current }: { item: NavigationItem; current: boolean }) {
  const root = useRef<HTMLLIElement>(null)
  useEffect(() => (root.current ? driveDropdown(root.current) : undefined), [])
  return (
    <li className={styles.item} ref={root}>
      <a className={`${header.link} ${header.linkParent}`} href={item.href} aria-current={current ? 'page' : undefined}>
        {item.name}
      </a>
      <details className={styles.details}>
        <summary className={styles.chevron}>
          <span className="visually-hidden">Show {item.name.toLowerCase()}</span>
          <DownIcon />
        </summary>
        <ul className={styles.dropdown}>
          {item.items?.map(({ name, href, text }) => (
            <li key={name}>
              <a className={styles.dropdownLink} href={href}>
                <span className={styles.dropdownName}>{name}</span>
                <span className={styles.dropdownText}>{text}</span>
              </a>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
