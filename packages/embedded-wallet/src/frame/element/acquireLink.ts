import { createFrameLink, type FrameLink, type FrameLinkOptions } from '../link/createFrameLink.js'

export type AcquireOptions = Omit<FrameLinkOptions, 'id' | 'name' | 'onFrame'> & {
  /** Who may share a frame: those with the same address, origin and project. */
  readonly key: string
}

/** A user's hold on a frame. */
export type HeldLink = { readonly link: FrameLink; release(): void }

/** Where the element keeps who uses it, for all copies of this package on the page. */
const holdName = Symbol.for('latchkey.frame.1')

type Hold = { readonly key: string; readonly link: FrameLink; users: number }
type FrameElement = HTMLElement & { [holdName]?: Hold }

/** More frames than that are not of modals. */
const maxFrames = 100

/**
 * The frame of this key, found by its id in the page, or a new one. An id that is taken by another address, another project
 * or another product gets a number behind it. The last to release it removes it.
 */
export function acquireLink({ key, ...options }: AcquireOptions): HeldLink {
  const { document } = options.window
  let number = 1
  for (; number < maxFrames; number++) {
    const element: FrameElement | null = document.getElementById(toName('w3m-iframe', number))
    if (!element) break
    const hold = element[holdName]
    if (hold?.key === key) return use(hold)
  }
  const link = createFrameLink({
    ...options,
    id: toName('w3m-iframe', number),
    name: toName('w3m-secure-iframe', number),
    onFrame(frame) {
      ;(frame as FrameElement)[holdName] = hold
    },
  })
  const hold: Hold = { key, link, users: 0 }
  link.load()
  return use(hold)
}

function use(hold: Hold): HeldLink {
  let isHeld = true
  hold.users++
  return {
    link: hold.link,
    release() {
      if (!isHeld) return
      isHeld = false
      hold.users--
      if (hold.users === 0) hold.link.destroy()
    },
  }
}

function toName(name: string, number: number): string {
  return number === 1 ? name : `${name}-${number}`
}
