// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// An account that signs by its owner's key, and says so as ERC-1271 has it.
contract OwnedAccount {
    address private immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        address signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        return signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// A registry of ENS that is its own resolver: whoever comes may write.
contract Ens {
    mapping(bytes32 => bool) private known;
    mapping(bytes32 => string) public name;
    mapping(bytes32 => address) public addr;
    mapping(bytes32 => string) private avatars;

    function set(bytes32 node, string calldata name_, address addr_, string calldata avatar) external {
        known[node] = true;
        name[node] = name_;
        addr[node] = addr_;
        avatars[node] = avatar;
    }

    function resolver(bytes32 node) external view returns (address) {
        return known[node] ? address(this) : address(0);
    }

    function text(bytes32 node, string calldata key) external view returns (string memory) {
        require(keccak256(bytes(key)) == keccak256("avatar"));
        return avatars[node];
    }
}

/// Passes on what it gets: one half to an account, the other half to another in a call that is undone, so that it stays here.
contract Splitter {
    function split(address payable kept, address payable undone) external payable {
        (bool isSent, ) = kept.call{value: msg.value / 2}("");
        require(isSent);
        try this.payAndUndo{value: msg.value / 2}(undone) {
            revert();
        } catch {}
    }

    function payAndUndo(address payable to) external payable {
        (bool isSent, ) = to.call{value: msg.value}("");
        require(!isSent);
    }
}

/// Uses up nearly all gas, and answers.
contract Greedy {
    fallback(bytes calldata) external payable returns (bytes memory) {
        while (gasleft() > 5_000) {}
        return abi.encode(uint256(1));
    }
}

/// A token whose balances use up all gas, and with them its name unless it has one.
contract HeavyToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    bool private immutable isNamed;

    constructor(bool isNamed_) {
        isNamed = isNamed_;
    }

    modifier named() {
        if (!isNamed) burn();
        _;
    }

    function give(address to) external {
        emit Transfer(address(1), to, 1);
    }

    function name() external view named returns (string memory) {
        return "Heavy";
    }

    function symbol() external view named returns (string memory) {
        return "HVY";
    }

    function decimals() external view named returns (uint8) {
        return 18;
    }

    function balanceOf(address) external pure returns (uint256) {
        burn();
    }

    function burn() private pure {
        assembly {
            invalid()
        }
    }
}

/// A token that has any decimals, or refuses to say them.
contract OddToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    string public constant name = "Odd";
    string public constant symbol = "ODD";
    uint256 private count;

    function setDecimals(uint256 count_) external {
        count = count_;
    }

    function give(address to) external {
        emit Transfer(address(1), to, 1);
    }

    function decimals() external view returns (uint256) {
        require(count > 0);
        return count;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 1;
    }
}

/// Tokens of any ids, all of which one account holds.
contract ManyNfts {
    string public name;
    address private holder;

    function set(string calldata name_, address holder_) external {
        name = name_;
        holder = holder_;
    }

    function ownerOf(uint256) external view returns (address) {
        return holder;
    }
}
