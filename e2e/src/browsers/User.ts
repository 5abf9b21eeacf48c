import { setTimeout as wait } from 'node:timers/promises'
import { expect } from '@playwright/test'
import type { BrowserPage, EvaluateOptions, Point } from './BrowserPage.js'
import { type Control, findControl, type Role } from './page/findControl.js'
import { findFrame } from './page/findFrame.js'

export type Name = string | RegExp
type Where = EvaluateOptions

/** Timeout for something to appear, in milliseconds. */
const timeout = 15_000
/** About the refresh interval of a screen. */
const glance = 40
/** Time for which it has to stand still, in milliseconds: a browser that is polled often paints some frames late. */
const steady = 120

/** Delay between moving the pointer and clicking, in milliseconds; people take longer. */
const reach = 500

/** A user of a page, in any browser: finds controls by role and name, and uses the pointer and the keyboard. */
export class User {
  readonly page: BrowserPage

  constructor(page: BrowserPage) {
    this.page = page
  }

  /** Returns the matching control that is visible now, or null. */
  async look(role: Role, name: Name, where: Where = {}): Promise<Control | null> {
    const query = { role, name: typeof name === 'string' ? name : name.source, isPattern: typeof name !== 'string' }
    const found = await this.page.evaluate(findControl, query, where)
    if (!found || where.frame === undefined) return found
    const corner = (await this.page.evaluate(findFrame, { address: where.frame, what: 'corner' })) as Point | null
    return corner && { ...found, point: { x: found.point.x + corner.x, y: found.point.y + corner.y } }
  }

  /** Waits until the control is visible, stands still and is enabled. */
  find(role: Role, name: Name, where?: Where): Promise<Control> {
    return this.#find(role, name, where, ({ isEnabled }) => isEnabled)
  }

  /** Waits until the control is visible and stands still, enabled or not. */
  findAsIs(role: Role, name: Name, where?: Where): Promise<Control> {
    return this.#find(role, name, where, () => true)
  }

  async #find(role: Role, name: Name, where: Where | undefined, isGood: (found: Control) => boolean): Promise<Control> {
    let last = null as Control | null
    let since = 0
    let cause: unknown
    for (const end = Date.now() + timeout; Date.now() < end; await wait(glance)) {
      // a page or frame that is still loading can't be queried
      const found = await this.look(role, name, where).catch((error: unknown) => {
        cause = error
        return null
      })
      if (found?.point.x !== last?.point.x || found?.point.y !== last?.point.y) since = Date.now()
      if (found && isGood(found) && Date.now() - since >= steady) return found
      last = found
    }
    throw new Error(`No visible ${role} "${name}" within ${timeout / 1_000} s.`, { cause })
  }

  async press(role: Role, name: Name, where?: Where): Promise<void> {
    const { point } = await this.find(role, name, where)
    await this.page.click(point)
  }

  /** Moves the pointer over the control before the click: that is when its code is loaded. */
  async hover(role: Role, name: Name): Promise<void> {
    const { point } = await this.find(role, name)
    await this.page.moveTo(point)
    await wait(reach)
  }

  async fill(name: Name, text: string): Promise<void> {
    await this.press('textbox', name)
    await this.page.type(text)
  }

  /** Presses Tab until the control has the focus; `backwards` uses Shift+Tab. */
  async tabTo(role: Role, name: Name, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.find(role, name)
    for (let press = 0; press < 60; press++) {
      if ((await this.look(role, name))?.hasFocus) return
      await this.page.key(key)
    }
    throw new Error(`${key} pressed sixty times did not reach the ${role} "${name}".`)
  }

  async expectGone(role: Role, name: Name): Promise<void> {
    await this.#poll(`no ${role} "${name}"`, () => this.look(role, name)).toBeNull()
  }

  async expectFocus(role: Role, name: Name): Promise<void> {
    await this.#poll(`focus of ${role} "${name}"`, async () => (await this.look(role, name))?.hasFocus).toBe(true)
  }

  /** Waits until the text appears anywhere on the page. */
  async expectText(text: string): Promise<void> {
    await this.#poll('the page', () => this.page.evaluate(() => document.body.textContent, null)).toContain(text)
  }

  /** The text of an element of the page, by its test id. */
  read(field: string): Promise<string> {
    const find = (id: string): string => document.querySelector(`[data-testid="${id}"]`)?.textContent ?? ''
    return this.page.evaluate(find, field)
  }

  async expectField(field: string, text: string | RegExp): Promise<void> {
    const poll = this.#poll(`field "${field}"`, () => this.read(field))
    await (typeof text === 'string' ? poll.toBe(text) : poll.toMatch(text))
  }

  /** Polls until the condition holds. A page that is still loading counts as "not yet". */
  #poll<result>(message: string, read: () => Promise<result>): ReturnType<typeof expect.poll> {
    return expect.poll(() => read().catch((error: unknown) => String(error)), { message, timeout })
  }
}
