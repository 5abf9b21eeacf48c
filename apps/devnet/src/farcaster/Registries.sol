// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

// Local stand-ins of Farcaster's registries, with the same questions and answers. For development only: anybody may
// register and add for anybody.

contract IdRegistry {
    mapping(address owner => uint256 fid) public idOf;
    uint256 public idCounter;

    function register(address to) external returns (uint256 fid) {
        require(idOf[to] == 0, "HasId");
        fid = ++idCounter;
        idOf[to] = fid;
    }
}

contract KeyRegistry {
    struct KeyData {
        uint8 state;
        uint32 keyType;
    }

    mapping(uint256 fid => mapping(bytes key => KeyData data)) private keys;

    function add(uint256 fid, uint32 keyType, bytes calldata key) external {
        keys[fid][key] = KeyData(1, keyType);
    }

    function remove(uint256 fid, bytes calldata key) external {
        keys[fid][key].state = 2;
    }

    function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) {
        return keys[fid][key];
    }
}
