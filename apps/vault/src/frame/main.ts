import { createApprovalPrompt } from './approval/createApprovalPrompt.js'
import { createFactorPrompt } from './factor/createFactorPrompt.js'
import type { createGuestPrompt } from './guest/createGuestPrompt.js'
import { createLoginPrompt } from './guest/createLoginPrompt.js'
import { reloadAfterMiss } from './reload.js'
import { startFrame } from './startFrame.js'
import { words } from './texts.js'
import { createUnlockPrompt } from './unlock/createUnlockPrompt.js'

/** Path of the script for guests who add a login; set by the build. */
declare const guestScript: string

// an approval must not be shown without its styles: by now they have loaded, or won't
const isStyled = [...document.querySelectorAll('link')].every(({ sheet }) => sheet !== null)
if (!isStyled) {
  if (!reloadAfterMiss(window)) document.body.replaceChildren(words.page.failed)
} else if (!start()) {
  // shows an explanation to users who open its address in a tab
  document.body.replaceChildren(words.page.alone)
}

function start(): boolean {
  return startFrame({
    window,
    createPrompt: (page) => createApprovalPrompt({ window, ...page }),
    createUnlock: (options) => createUnlockPrompt({ window, ...options }),
    createFactor: (options) => createFactorPrompt({ window, ...options }),
    createLogin: (options) => createLoginPrompt({ window, ...options, load: loadGuest }),
  })
}

async function loadGuest(): Promise<{ readonly createGuestPrompt: typeof createGuestPrompt }> {
  return (await import(guestScript)) as { readonly createGuestPrompt: typeof createGuestPrompt }
}
