import { createApprovalPrompt } from './approval/createApprovalPrompt.js'
import { startFrame } from './startFrame.js'

const isFrame = startFrame({ window, createPrompt: ({ origin }) => createApprovalPrompt({ window, origin }) })
// who opens its address in a tab sees why there is nothing
if (!isFrame) document.body.replaceChildren('This page does its work inside of an app.')
