import { createApprovalPrompt } from './approval/createApprovalPrompt.js'
import { loadAgain } from './loadAgain.js'
import { startFrame } from './startFrame.js'

// nothing is shown for approval without its style: that has come by now, or will not
const isStyled = [...document.querySelectorAll('link')].every(({ sheet }) => sheet !== null)
const isFrame = isStyled
  ? startFrame({ window, createPrompt: ({ origin }) => createApprovalPrompt({ window, origin }) })
  : loadAgain(window)
// who opens its address in a tab sees why there is nothing
if (!isFrame) document.body.replaceChildren('This page does its work inside of an app.')
