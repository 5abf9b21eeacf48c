import type { Page } from '@playwright/test'

declare global {
  interface Window {
    announcements: string[]
  }
}

/**
 * Notes what screen readers say of themselves, from the next load on: words that change in a live region of the modal that is
 * there already, alerts as they come, and the control that gets the focus. Those that come with a status region are not
 * said by all readers, and not noted.
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
