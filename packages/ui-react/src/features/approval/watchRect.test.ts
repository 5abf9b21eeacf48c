// @vitest-environment happy-dom
import type { Rect } from '@latchkey/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchRect } from './watchRect.js'

let frames: (() => void)[]
let element: HTMLElement
let scroller: HTMLElement
let places: Rect[]
let stop: () => void

const setRect = (target: HTMLElement, x: number, y: number, width: number, height: number): void => {
  target.getBoundingClientRect = () => new DOMRect(x, y, width, height)
}

/** Paints the given number of frames. */
const paint = (count = 1): void => {
  for (let frame = 0; frame < count; frame++) for (const run of frames.splice(0)) run()
}

beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => frames.push(() => run(0)))
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((id) => {
    frames[id - 1] = () => undefined
  })
  scroller = document.createElement('div')
  scroller.className = 'view'
  element = document.createElement('div')
  scroller.append(element)
  document.body.append(scroller)
  setRect(scroller, 0, 50, 376, 700)
  setRect(element, 8, 60, 360, 600)
  places = []
  stop = watchRect(element, (place) => places.push(place))
})

afterEach(() => {
  stop()
  scroller.remove()
})

describe('watchRect', () => {
  it('reports the rectangle once it stops moving, and only once', () => {
    setRect(element, 8, 64, 360, 600)
    paint()
    setRect(element, 8, 62, 360, 600)
    paint()
    setRect(element, 8, 60, 360, 600)
    paint(2)
    expect(places).toEqual([])
    paint()
    expect(places).toEqual([{ x: 8, y: 60, width: 360, height: 600 }])
    window.dispatchEvent(new Event('resize'))
    paint(5)
    expect(places).toHaveLength(1)
  })

  it.each(['resize', 'scroll', 'orientationchange', 'transitionend', 'animationend'])(
    'measures again on %s',
    (name) => {
      paint(5)
      setRect(element, 20, 60, 360, 600)
      window.dispatchEvent(new Event(name))
      paint(5)
      expect(places.at(-1)).toEqual({ x: 20, y: 60, width: 360, height: 600 })
    },
  )

  it('measures again when an element in the page scrolls, although the event does not bubble', () => {
    paint(5)
    setRect(element, 8, 0, 360, 600)
    scroller.dispatchEvent(new Event('scroll'))
    paint(5)
    // the part that is scrolled out of view does not count
    expect(places.at(-1)).toEqual({ x: 8, y: 50, width: 360, height: 550 })
  })

  it('reports after 1.5 seconds even if the element keeps moving', () => {
    for (let frame = 0; frame < 95; frame++) {
      setRect(element, frame, 60, 360, 600)
      paint()
    }
    expect(places).toHaveLength(1)
  })

  it('reports nothing after it is stopped', () => {
    stop()
    paint(5)
    window.dispatchEvent(new Event('resize'))
    paint(5)
    expect(places).toEqual([])
  })
})
