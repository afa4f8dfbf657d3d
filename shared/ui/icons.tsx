// Line icons, one export each, so that a bundle carries only those it shows. All are decoration: hidden from readers.
import type { ReactNode } from 'react'

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

const drawn = (path: string) => () => (
  <Icon>
    <path d={path} />
  </Icon>
)

export const ExternalIcon = /* @__PURE__ */ drawn('M7 17 17 7M9 7h8v8')
export const RightIcon = /* @__PURE__ */ drawn('M4 12h15M13 6l6 6-6 6')
export const DownIcon = /* @__PURE__ */ drawn('m6 9 6 6 6-6')
export const MenuIcon = /* @__PURE__ */ drawn('M3 8h18M3 16h18')
export const CloseIcon = /* @__PURE__ */ drawn('M5 5l14 14M19 5 5 19')
export const CheckIcon = /* @__PURE__ */ drawn('m5 12.5 4.5 4.5L19 7.5')
export const HalfIcon = /* @__PURE__ */ drawn('M5 12h14')
export const XIcon = /* @__PURE__ */ drawn('M4 4h4.4L20 20h-4.4ZM19.4 4l-6 6.7M10.7 13.3 4.6 20')
export const ChatIcon = /* @__PURE__ */ drawn('M4 5.5h16v11H11l-4.5 4v-4H4Z')
export const LoopIcon = /* @__PURE__ */ drawn('M20 12a8 8 0 1 1-2.5-5.8M20 3.5v4.5h-4.5')
export const PhoneIcon = /* @__PURE__ */ drawn(
  'M5 4h4l1.5 5-2.2 1.5a12 12 0 0 0 5.2 5.2L15 13.5l5 1.5v4a1.5 1.5 0 0 1-1.6 1.5C10.5 20 4 13.5 3.5 5.6A1.5 1.5 0 0 1 5 4Z',
)

export const MicIcon = () => (
  <Icon>
    <rect x="9" y="3" width="6" height="11" rx="3" />
    <path d="M5 11a7 7 0 0 0 14 0M12 18v3" />
  </Icon>
)

export const StopIcon = () => (
  <Icon>
    <rect x="7" y="7" width="10" height="10" rx="1.5" fill="currentColor" />
  </Icon>
)

export const MailIcon = () => (
  <Icon>
    <rect x="3" y="5" width="18" height="14" rx="2" />
    <path d="m3.5 7 8.5 6 8.5-6" />
  </Icon>
)

export const PinIcon = () => (
  <Icon>
    <path d="M12 21s7-6.2 7-11a7 7 0 0 0-14 0c0 4.8 7 11 7 11Z" />
    <circle cx="12" cy="10" r="2.5" />
  </Icon>
)

export const LinkedInIcon = () => (
  <Icon>
    <rect x="3.5" y="3.5" width="17" height="17" rx="3" />
    <path d="M8 11v5.5M8 7.7v.1M12 16.5V11M12 13.5c0-3.3 4.5-3.3 4.5 0v3" />
  </Icon>
)

export const InstagramIcon = () => (
  <Icon>
    <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
    <circle cx="12" cy="12" r="4" />
    <path d="M16.8 7.2v.1" />
  </Icon>
)

export const AlertIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5.5M12 16.3v.1" />
  </Icon>
)

export const CalendarIcon = () => (
  <Icon>
    <rect x="4" y="5.5" width="16" height="15" rx="2" />
    <path d="M4 10h16M8.5 3v4M15.5 3v4" />
  </Icon>
)
