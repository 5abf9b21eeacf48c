import { loadAgain } from './loadAgain.js'

// in place of a script that this site does not have
loadAgain(window)
