import { createApprovalPrompt } from './approval/createApprovalPrompt.js'
import { reloadAfterMiss } from './reload.js'
import { startFrame } from './startFrame.js'
import { createUnlockPrompt } from './unlock/createUnlockPrompt.js'

// nothing is shown for approval without its style: that has come by now, or will not
const isStyled = [...document.querySelectorAll('link')].every(({ sheet }) => sheet !== null)
if (!isStyled) {
  if (!reloadAfterMiss(window)) document.body.replaceChildren('This page could not be loaded. Please load it again.')
} else if (!start()) {
  // who opens its address in a tab sees why there is nothing
  document.body.replaceChildren('This page does its work inside of an app.')
}

function start(): boolean {
  return startFrame({
    window,
    createPrompt: (page) => createApprovalPrompt({ window, ...page }),
    createUnlock: (options) => createUnlockPrompt({ window, ...options }),
  })
}
