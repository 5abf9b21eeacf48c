import type { ReactElement } from 'react'

/** Line icons on a grid of 24, drawn for this project. */
const paths = {
  add: 'M12 5.500v13M5.500 12h13',
  back: 'M14.5 6 8.5 12l6 6',
  certified:
    'M12 4l2.100 1.700 2.700-.2.7 2.600 2.200 1.600-1 2.500 1 2.500-2.200 1.600-.7 2.600-2.700-.2L12 20.400l-2.100-1.700-2.700.2-.7-2.600-2.200-1.600 1-2.500-1-2.500 2.200-1.600.7-2.600 2.700.2zM9 12.200l2.100 2.100 3.900-4.100',
  check: 'M5.5 12.5l4.2 4.2 8.8-9.2',
  close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  copy: 'M9 9V6.2A1.2 1.2 0 0 1 10.200 5h7.600A1.2 1.2 0 0 1 19 6.2v7.600a1.2 1.2 0 0 1-1.2 1.2H15M6.200 9h7.600A1.2 1.2 0 0 1 15 10.200v7.600a1.2 1.2 0 0 1-1.2 1.2H6.200A1.2 1.2 0 0 1 5 17.800v-7.600A1.2 1.2 0 0 1 6.200 9z',
  down: 'M7 10l5 5 5-5',
  external:
    'M13.500 5.500H18.500V10.500M18 6l-7.500 7.500M10 6.500H7A1.500 1.500 0 0 0 5.500 8v9A1.500 1.500 0 0 0 7 18.500h9a1.500 1.500 0 0 0 1.500-1.500v-3',
  help: 'M9.300 9.500a2.700 2.700 0 1 1 4.300 2.200c-1 .7-1.600 1.200-1.600 2.300M12 16.900v.1M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z',
  info: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 11.500v4M12 8.300v.1',
  key: 'M14.500 4.500a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM10.800 13.200 5 19M7.500 16.500l2 2',
  loader: 'M12 4.500a7.500 7.500 0 1 1-7.500 7.500',
  network:
    'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM4.500 12h15M12 4.200c2.600 2.300 3.800 4.900 3.800 7.800S14.600 17.500 12 19.800C9.400 17.500 8.200 14.900 8.200 12S9.400 6.500 12 4.200z',
  next: 'M9.500 6l6 6-6 6',
  power: 'M12 4.500v7M7.300 7.600a6.800 6.800 0 1 0 9.400 0',
  qr: 'M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h1.500v1.500H14zM17.500 14H19v1.500M14 17.500V19h1.500M19 18v1h-1.500',
  remove: 'M5.500 7.500h13M9.500 7.500V5.500h5v2M7.500 7.500l.7 11h7.600l.7-11M10.500 11v4M13.500 11v4',
  search: 'M11 5.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11zM15.200 15.200 19 19',
  wallet:
    'M5.500 8.500h12A1.500 1.500 0 0 1 19 10v7a1.500 1.500 0 0 1-1.500 1.500h-11A1.500 1.500 0 0 1 5 17V7.500A2 2 0 0 1 7 5.500h9M15.500 13.500h.1',
  warning: 'M12 5.500 19.500 18.500h-15zM12 10.500v3.500M12 16.300v.1',
} as const

export type IconName = keyof typeof paths

export type IconProps = {
  readonly name: IconName
  /** Mirrored where text runs from right to left. */
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
