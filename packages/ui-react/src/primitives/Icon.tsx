import type { ReactElement } from 'react'

/** Line icons on a grid of 24, drawn for this project. */
const paths = {
  add: 'M12 5.5v13M5.5 12h13',
  back: 'M14.5 6 8.5 12l6 6',
  certified:
    'M12 4l2.1 1.7 2.7-.2.7 2.6 2.2 1.6-1 2.5 1 2.5-2.2 1.6-.7 2.6-2.7-.2L12 20.4l-2.1-1.7-2.7.2-.7-2.6-2.2-1.6 1-2.5-1-2.5 2.2-1.6.7-2.6 2.7.2zM9 12.2l2.1 2.1 3.9-4.1',
  check: 'M5.5 12.5l4.2 4.2 8.8-9.2',
  close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  copy: 'M9 9V6.2A1.2 1.2 0 0 1 10.2 5h7.6A1.2 1.2 0 0 1 19 6.2v7.6a1.2 1.2 0 0 1-1.2 1.2H15M6.2 9h7.6A1.2 1.2 0 0 1 15 10.2v7.6a1.2 1.2 0 0 1-1.2 1.2H6.2A1.2 1.2 0 0 1 5 17.8v-7.6A1.2 1.2 0 0 1 6.2 9z',
  down: 'M7 10l5 5 5-5',
  external:
    'M13.5 5.5H18.5V10.5M18 6l-7.5 7.5M10 6.5H7A1.5 1.5 0 0 0 5.5 8v9A1.5 1.5 0 0 0 7 18.5h9a1.5 1.5 0 0 0 1.5-1.5v-3',
  help: 'M9.3 9.5a2.7 2.7 0 1 1 4.3 2.2c-1 .7-1.6 1.2-1.6 2.3M12 16.9v.1M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z',
  info: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 11.5v4M12 8.3v.1',
  key: 'M14.5 4.5a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM10.8 13.2 5 19M7.5 16.5l2 2',
  loader: 'M12 4.5a7.5 7.5 0 1 1-7.5 7.5',
  mail: 'M6 6h12a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 18 18H6a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 6 6zM5 7.2l7 5.3 7-5.3',
  network:
    'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM4.5 12h15M12 4.2c2.6 2.3 3.8 4.9 3.8 7.8S14.6 17.5 12 19.8C9.4 17.5 8.2 14.9 8.2 12S9.4 6.5 12 4.2z',
  next: 'M9.5 6l6 6-6 6',
  phone:
    'M8.5 4h7A1.5 1.5 0 0 1 17 5.5v13a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 18.5v-13A1.5 1.5 0 0 1 8.5 4zM11 17h2',
  power: 'M12 4.5v7M7.3 7.6a6.8 6.8 0 1 0 9.4 0',
  qr: 'M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h1.5v1.5H14zM17.5 14H19v1.5M14 17.5V19h1.5M19 18v1h-1.5',
  receive: 'M12 5v10.5M7.5 11.5 12 16l4.5-4.5M6 19h12',
  remove: 'M5.5 7.5h13M9.5 7.5V5.5h5v2M7.5 7.5l.7 11h7.6l.7-11M10.5 11v4M13.5 11v4',
  search: 'M11 5.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM15.2 15.2 19 19',
  send: 'M12 19V8.5M7.5 12.5 12 8l4.5 4.5M6 5h12',
  settings: 'M5 8.5h8M18 8.5h1M15.5 6v5M5 15.5h1M11 15.5h8M8.5 13v5',
  spark: 'M12 4.5c.8 4.3 3.2 6.7 7.5 7.5-4.3.8-6.7 3.2-7.5 7.5-.8-4.3-3.2-6.7-7.5-7.5 4.3-.8 6.7-3.2 7.5-7.5z',
  swap: 'M7.5 4.5 4.5 7.5l3 3M4.5 7.5h12M16.5 13.5l3 3-3 3M19.5 16.5h-12',
  swapVertical: 'M8.5 18.5v-13M5 9l3.5-3.5L12 9M15.5 5.5v13M12 15l3.5 3.5L19 15',
  wallet:
    'M5.5 8.5h12A1.5 1.5 0 0 1 19 10v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 17V7.5A2 2 0 0 1 7 5.5h9M15.5 13.5h.1',
  warning: 'M12 5.5 19.5 18.5h-15zM12 10.5v3.5M12 16.3v.1',
} as const

export type IconName = keyof typeof paths

type IconProps = {
  readonly name: IconName
  /** Mirrored in right-to-left languages. */
  readonly flip?: boolean | undefined
  readonly spin?: boolean | undefined
}

export function Icon({ name, flip, spin }: IconProps): ReactElement {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      data-flip={flip || undefined}
      data-spin={spin || undefined}
    >
      <path d={paths[name]} />
    </svg>
  )
}
