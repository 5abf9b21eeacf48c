// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;
import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";
import {SignerECDSA} from "@openzeppelin/contracts/utils/cryptography/signers/SignerECDSA.sol";
import {SignerEIP7702} from "@openzeppelin/contracts/utils/cryptography/signers/SignerEIP7702.sol";
import {SignerP256} from "@openzeppelin/contracts/utils/cryptography/signers/SignerP256.sol";
import {SignerWebAuthn} from "@openzeppelin/contracts/utils/cryptography/signers/SignerWebAuthn.sol";

// Accounts as wallets deploy them, of the parts that OpenZeppelin has for them. They answer ERC-1271, and what is signed is bound
// to the account and the chain (ERC-7739).

/// One owner with a key.
contract KeyAccount is SignerECDSA, ERC7739 {
    constructor(address owner) EIP712("KeyAccount", "1") SignerECDSA(owner) {}
}

/// A passkey (WebAuthn).
contract PasskeyAccount is SignerWebAuthn, ERC7739 {
    constructor(bytes32 qx, bytes32 qy) EIP712("PasskeyAccount", "1") SignerP256(qx, qy) {}
}

/// What a key delegates to (EIP-7702).
contract DelegateAccount is SignerEIP7702, ERC7739 {
    constructor() EIP712("DelegateAccount", "1") {}
}

/// Puts accounts where they have been promised to be, for whoever asks. A second time does nothing.
contract AccountFactory {
    function createAccount(address owner, bytes32 salt) external returns (address account) {
        account = getAddress(owner, salt);
        if (account.code.length == 0) Create2.deploy(0, salt, _code(owner));
    }

    function getAddress(address owner, bytes32 salt) public view returns (address) {
        return Create2.computeAddress(salt, keccak256(_code(owner)));
    }

    function _code(address owner) private pure returns (bytes memory) {
        return abi.encodePacked(type(KeyAccount).creationCode, abi.encode(owner));
    }
}

/// Takes signatures only once somebody has prepared it, as one does that waits for a new module (ERC-6492).
contract UnpreparedAccount is SignerECDSA, ERC7739 {
    bool private _isPrepared;

    constructor(address owner) EIP712("UnpreparedAccount", "1") SignerECDSA(owner) {}

    function prepare() external {
        _isPrepared = true;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) public view override returns (bytes4) {
        return _isPrepared ? super.isValidSignature(hash, signature) : bytes4(0xffffffff);
    }
}
