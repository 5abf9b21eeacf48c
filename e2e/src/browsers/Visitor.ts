import { setTimeout as wait } from 'node:timers/promises'
import { expect } from '@playwright/test'
import type { BrowserPage, EvaluateOptions, Point } from './BrowserPage.js'
import { type Control, findControl, type Role } from './page/findControl.js'
import { findFrame } from './page/findFrame.js'

export type Name = string | RegExp
type Where = EvaluateOptions

/** How long a visitor waits for something to appear, in milliseconds. */
const timeout = 15_000
/** As often as a screen is drawn, about. */
const glance = 40
/** For which it has to stand still, in milliseconds: a browser that is asked often draws some screens late. */
const steady = 120

/** From where a pointer has come to until it presses, in milliseconds; hands take longer. */
const reach = 500

/** Somebody at a page, in any browser: sees what has a role and a name, and uses the pointer and the keyboard. */
export class Visitor {
  readonly page: BrowserPage

  constructor(page: BrowserPage) {
    this.page = page
  }

  /** What can be seen now, or null. */
  async look(role: Role, name: Name, where: Where = {}): Promise<Control | null> {
    const query = { role, name: typeof name === 'string' ? name : name.source, isPattern: typeof name !== 'string' }
    const found = await this.page.evaluate(findControl, query, where)
    if (!found || where.frame === undefined) return found
    const corner = (await this.page.evaluate(findFrame, { address: where.frame, what: 'corner' })) as Point | null
    return corner && { ...found, point: { x: found.point.x + corner.x, y: found.point.y + corner.y } }
  }

  /** Waits until it can be seen, stands still and can be pressed. */
  find(role: Role, name: Name, where?: Where): Promise<Control> {
    return this.#find(role, name, where, ({ isEnabled }) => isEnabled)
  }

  /** Waits until it can be seen and stands still, whether it can be pressed or not. */
  findAsIs(role: Role, name: Name, where?: Where): Promise<Control> {
    return this.#find(role, name, where, () => true)
  }

  async #find(role: Role, name: Name, where: Where | undefined, isGood: (found: Control) => boolean): Promise<Control> {
    let last = null as Control | null
    let since = 0
    let cause: unknown
    for (const end = Date.now() + timeout; Date.now() < end; await wait(glance)) {
      // a page that is just being loaded, or a frame that comes, answers no question
      const found = await this.look(role, name, where).catch((fault: unknown) => {
        cause = fault
        return null
      })
      if (found?.point.x !== last?.point.x || found?.point.y !== last?.point.y) since = Date.now()
      if (found && isGood(found) && Date.now() - since >= steady) return found
      last = found
    }
    throw new Error(`No ${role} "${name}" to be seen within ${timeout / 1_000} s.`, { cause })
  }

  async press(role: Role, name: Name, where?: Where): Promise<void> {
    const { point } = await this.find(role, name, where)
    await this.page.click(point)
  }

  /** Comes near with the pointer, as a hand does before it presses: that is when what a press needs is loaded. */
  async hover(role: Role, name: Name): Promise<void> {
    const { point } = await this.find(role, name)
    await this.page.moveTo(point)
    await wait(reach)
  }

  async fill(name: Name, text: string): Promise<void> {
    await this.press('textbox', name)
    await this.page.type(text)
  }

  /** Presses Tab until it has the focus, backwards if told. */
  async tabTo(role: Role, name: Name, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.find(role, name)
    for (let press = 0; press < 60; press++) {
      if ((await this.look(role, name))?.hasFocus) return
      await this.page.key(key)
    }
    throw new Error(`Sixty presses of ${key} did not lead to the ${role} "${name}".`)
  }

  async expectGone(role: Role, name: Name): Promise<void> {
    await this.#poll(`no ${role} "${name}"`, () => this.look(role, name)).toBeNull()
  }

  async expectFocus(role: Role, name: Name): Promise<void> {
    await this.#poll(`focus of ${role} "${name}"`, async () => (await this.look(role, name))?.hasFocus).toBe(true)
  }

  /** Waits until the page says so, anywhere. */
  async expectText(text: string): Promise<void> {
    await this.#poll('the page', () => this.page.evaluate(() => document.body.textContent, null)).toContain(text)
  }

  /** The text of a field of the page, by its test id. */
  read(field: string): Promise<string> {
    const find = (id: string): string => document.querySelector(`[data-testid="${id}"]`)?.textContent ?? ''
    return this.page.evaluate(find, field)
  }

  async expectField(field: string, text: string | RegExp): Promise<void> {
    const poll = this.#poll(`field "${field}"`, () => this.read(field))
    await (typeof text === 'string' ? poll.toBe(text) : poll.toMatch(text))
  }

  /** Asks again and again. A page that is just being loaded cannot be asked, which is an answer as well. */
  #poll<result>(message: string, ask: () => Promise<result>): ReturnType<typeof expect.poll> {
    return expect.poll(() => ask().catch((fault: unknown) => String(fault)), { message, timeout })
  }
}
