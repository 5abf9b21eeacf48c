import type { ReactElement } from 'react'

/** Line icons on a grid of 24, as paths. */
const paths = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.6-3.6 3.2-5.5 6.5-5.5s5.9 1.900 6.500 5.500M16 4.300a3.500 3.500 0 0 1 0 6.400M18 14.800c2 .8 3.200 2.500 3.500 5.200',
  projects: 'M4 7l8-4 8 4-8 4zM4 12l8 4 8-4M4 17l8 4 8-4',
  approvals: 'M9 11l3 3 8-8M20 12v7a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h10',
  signing: 'M12 3v9M6.500 6.500a8 8 0 1 0 11 0',
  keys: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9M18 12v3M15 12v2',
  audit: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7',
  orders: 'M5 7h14l-1.500 9h-11zM5 7L4 4H2M9 20.500v.01M16 20.500v.01',
  status: 'M3 12h4l3-7 4 14 3-7h4',
  operators: 'M12 3l8 3v6c0 4.500-3.200 7.800-8 9-4.800-1.200-8-4.500-8-9V6zM9 12l2 2 4-4',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20c.7-3.700 3.700-5.500 7.500-5.500s6.800 1.800 7.500 5.500',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  back: 'M15 5l-7 7 7 7',
  plus: 'M12 5v14M5 12h14',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  empty: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 2h4l1-2h5',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  signOut: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  snow: 'M12 2v20M3.300 7l17.400 10M20.700 7L3.300 17',
} as const
export type IconName = keyof typeof paths

export function Icon({ name }: { readonly name: IconName }): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
