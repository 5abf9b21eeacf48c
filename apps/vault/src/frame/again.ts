import { reloadAfterMiss } from './reload.js'

// in place of a script that this site does not have
reloadAfterMiss(window)
