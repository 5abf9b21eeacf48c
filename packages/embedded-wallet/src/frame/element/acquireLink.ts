import { createFrameLink, type FrameLink, type FrameLinkOptions } from '../link/createFrameLink.js'

export type AcquireOptions = Omit<FrameLinkOptions, 'id' | 'name' | 'onFrame'> & {
  /** Identifies a shared frame: same address, origin and project. */
  readonly key: string
}

/** A link to a frame in use. The last user to release it removes the frame. */
export type HeldLink = { readonly link: FrameLink; release(): void }

/** The property of the frame element that stores its users, shared by all copies of this package on the page. */
const holdName = Symbol.for('latchkey.frame.1')

type Hold = { readonly key: string; readonly link: FrameLink; users: number }
type FrameElement = HTMLElement & { [holdName]?: Hold }

/** Upper bound for the search by id. */
const maxFrames = 100

/**
 * Returns the frame with this key, found by its id in the page, or creates one. If the id is taken by another address, project or
 * product, a number is appended to it.
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
