import type { Page } from '@playwright/test'

declare global {
  interface Window {
    announcements: string[]
  }
}

/**
 * Records what screen readers announce, from the next load on: text that changes in an existing live region of the
 * modal, alerts as they appear, and the control that gets the focus. Text that appears together with its status region
 * is not recorded, since not all readers announce it.
 */
export async function watchAnnouncements(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    if (top !== window) return
    window.announcements = []
    const said = new WeakMap<Element, string>()
    const say = (region: Element): void => {
      const text = region.textContent?.trim() ?? ''
      if (said.get(region) === text) return
      said.set(region, text)
      if (text) window.announcements.push(`${region.getAttribute('role') ?? 'status'}: ${text}`)
    }
    const selector = '[role=status], [role=alert], [aria-live=polite]'
    const onChange = (changes: readonly MutationRecord[]): void => {
      const regions = new Set<Element>()
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest(selector)
        if (region) regions.add(region)
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const added of [node, ...node.querySelectorAll('*')])
              if (added.matches('[role=alert]')) regions.add(added)
              else if (added.matches(selector)) said.set(added, added.textContent?.trim() ?? '')
      }
      for (const region of regions) if (region.isConnected) say(region)
    }
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function (init) {
      const root = attach.call(this, init)
      new MutationObserver(onChange).observe(root, { childList: true, characterData: true, subtree: true })
      root.addEventListener('focusin', ({ target }) => {
        if (target instanceof Element && target.id === 'title')
          window.announcements.push(`focus: ${target.textContent}`)
      })
      return root
    }
  })
  return () => page.evaluate(() => window.announcements.splice(0))
}
