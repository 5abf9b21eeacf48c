import type { FrameSettings } from '../protocol/network.js'

/** What the site put into the page. */
export function readSettings(document: Document): FrameSettings {
  return JSON.parse(document.getElementById('settings')?.textContent ?? '') as FrameSettings
}
