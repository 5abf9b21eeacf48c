// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Never stands on a chain: its creation code runs within one eth_call, and what would become its code is the answer. So a
/// contract that reverts, burns its gas or returns too much is a "no", and every failure that is left is the node's.
/// signatureCheckCode.generated.ts is made of this file.
contract SignatureCheck {
    uint256 private constant PREPARE_GAS = 4_000_000;
    uint256 private constant CHECK_GAS = 3_000_000;

    /// `factory` is zero where the signature brings none (ERC-6492).
    constructor(address account, bytes32 hash, bytes memory signature, address factory, bytes memory prepare) {
        bytes memory question = abi.encodeWithSelector(0x1626ba7e, hash, signature);
        bool isValid = _ask(account, question);
        if (!isValid && factory != address(0)) {
            assembly {
                // nothing of the answer is copied
                pop(call(PREPARE_GAS, factory, 0, add(prepare, 0x20), mload(prepare), 0, 0))
            }
            isValid = _ask(account, question);
        }
        assembly {
            mstore(0, isValid)
            return(0, 0x20)
        }
    }

    /// isValidSignature(bytes32,bytes) (ERC-1271), whose answer is one word.
    function _ask(address account, bytes memory question) private view returns (bool isValid) {
        if (account.code.length == 0) return false;
        assembly {
            let success := staticcall(CHECK_GAS, account, add(question, 0x20), mload(question), 0, 0x20)
            let magic := shl(224, 0x1626ba7e)
            isValid := and(and(success, eq(returndatasize(), 0x20)), eq(mload(0), magic))
        }
    }
}
